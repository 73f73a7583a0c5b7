import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { trackOrderCall } from 'shared/api/trackOrderCall';
import { fakeApi } from 'shared/testing/fakeApi';
import { TrackOrderForm } from './TrackOrderForm.tsx';

test('who types as the form comes goes on in the same field: it has the focus before anything else can happen', () => {
  document.body.innerHTML =
    '<form data-first-paint><input name="orderId"><input type="email" name="email" value="maia@"></form>';
  document.querySelector<HTMLInputElement>('[name=email]')!.focus();
  let focused: Element | null = null;
  function Page() {
    // In the same turn as the form is put on the page; effects come later, and keys between.
    useLayoutEffect(() => {
      focused = document.activeElement;
    }, []);
    return <TrackOrderForm orderId="" />;
  }
  render(<Page />, { wrapper: MemoryRouter });
  expect(focused).toBe(screen.getByLabelText('Email ID'));
  expect(focused).toHaveValue('maia@');
});

/** The form takes the place of the page's own, in whose order id the customer is about to type. */
async function typeInto(shown: string, selected: [number, number]) {
  document.body.innerHTML = `<form data-first-paint><input name="orderId" value="${shown}"><input name="email"></form>`;
  const input = document.querySelector<HTMLInputElement>('[name=orderId]')!;
  input.focus();
  input.setSelectionRange(...selected);
  render(<TrackOrderForm orderId="100089" />, { wrapper: MemoryRouter });
  const field = screen.getByLabelText('Order ID');
  await userEvent.paste('100089');
  return field;
}

test('an order id that is pasted as the form comes replaces the one that was selected', async () => {
  expect(await typeInto('100089', [0, 6])).toHaveValue('100089');
});

test('nothing is written into the field that has the focus', async () => {
  expect(await typeInto('', [0, 0])).toHaveValue('100089');
});

test('a form that is left ends its request, so that no late answer leads to the order', async () => {
  const api = fakeApi().on(trackOrderCall, () => 'never');
  const { unmount } = render(<TrackOrderForm orderId="100089" />, { wrapper: MemoryRouter });
  await userEvent.type(screen.getByLabelText('Email ID'), 'maia@example.com{Enter}');
  await waitFor(() => expect(api.to(trackOrderCall)).toHaveLength(1));
  unmount();
  expect(api.to(trackOrderCall)[0]!.signal.aborted).toBe(true);
});
