import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { documentCalls } from '../../api/documentCalls.ts';
import { Field } from '../../kit/form/Field.tsx';
import { fakeApi } from '../../testing/fakeApi.ts';
import { useAction } from './useAction.ts';
import { useCallForm } from './useCallForm.ts';

function Resend() {
  const form = useCallForm(documentCalls.resend, {
    fields: ['orderId', 'email'],
    own: { times: v.pipe(v.string(), v.nonEmpty('How often?')) },
    apiNames: { times: 'count' },
    defaultValues: { orderId: '100471', email: '', times: '1' },
  });
  const { run } = useAction(documentCalls.resend, { onFailed: form.setServerErrors });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ times: _, ...input }) => run({ ...input, mailServiceProvider: 'AWS' }))}
    >
      <Field label="Order" error={errors.orderId?.message} {...form.register('orderId')} />
      <Field label="Email" error={errors.email?.message} {...form.register('email')} />
      <Field label="Times" error={errors.times?.message} {...form.register('times')} />
      <button>Send</button>
    </form>
  );
}

const refusing = (errors: Record<string, string>) =>
  fakeApi().on(documentCalls.resend, () => ({ httpStatus: 400, message: 'No', errors }));

async function fill(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  if (text) await userEvent.type(screen.getByLabelText(label), text);
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

test('an invalid field shows the call’s text before anything is sent', async () => {
  const { recorded } = refusing({});
  render(<Resend />);
  await fill('Order', '12');
  await fill('Times', '');
  await send();
  expect(await screen.findByText('An order ID has 6 to 18 digits')).toBeInTheDocument();
  expect(screen.getByText('Please enter your email')).toBeInTheDocument();
  expect(screen.getByText('How often?')).toBeInTheDocument();
  expect(recorded).toHaveLength(0);
});

test('a valid form is sent as parsed by its schema', async () => {
  const { recorded } = refusing({});
  render(<Resend />);
  await fill('Email', ' mele@example.test ');
  await send();
  expect(recorded[0]?.body).toEqual({ orderId: '100471', email: 'mele@example.test', mailServiceProvider: 'AWS' });
});

test('the API’s errors appear under their fields, also by the API’s name, and the first is focused', async () => {
  refusing({ count: 'Too often', email: 'Nobody reads that' });
  render(<Resend />);
  await fill('Email', 'mele@example.test');
  await send();
  expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('Nobody reads that');
  expect(screen.getByLabelText('Times')).toHaveAccessibleDescription('Too often');
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('an API error for a field that the form lacks changes nothing', async () => {
  const { recorded } = refusing({ mailServiceProvider: 'Choose AWS or Sendgrid' });
  render(<Resend />);
  await fill('Email', 'mele@example.test');
  await send();
  await send();
  expect(recorded).toHaveLength(2);
});
