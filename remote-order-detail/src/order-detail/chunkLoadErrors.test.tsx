/** Tests dialogs and a form whose scripts load on opening, over a network that fails once. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { remarkCalls } from 'shared/api/remarkCalls';
import { mailOf, orderOf } from 'shared/testing/orders';
import { letterOf, readinessOf } from 'shared/testing/packs';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

const bounced = mailOf({ kind: 'invoice', state: 'bounced' });
const lost = new Set<string>();
const unlessLost = (script: string): object => {
  if (lost.has(script)) throw new Error(`Loading chunk ${script} failed`);
  return jest.requireActual(script);
};
const resend = '../documents/ResendForm.tsx';
const email = '../documents/EmailContentDialog.tsx';
const snippets = '../snippets/SnippetsDialog.tsx';
const pack = '../defence-pack/PackDialog.tsx';
jest.mock('../documents/ResendForm.tsx', () => unlessLost('../documents/ResendForm.tsx'));
jest.mock('../documents/EmailContentDialog.tsx', () => unlessLost('../documents/EmailContentDialog.tsx'));
jest.mock('../snippets/SnippetsDialog.tsx', () => unlessLost('../snippets/SnippetsDialog.tsx'));
jest.mock('../defence-pack/PackDialog.tsx', () => unlessLost('../defence-pack/PackDialog.tsx'));

const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0]!);
const editSnippets = async () => {
  const text = screen.getByRole('textbox', { name: /Comment/ });
  await userEvent.clear(text);
  await userEvent.type(text, '/');
  await userEvent.click(await screen.findByRole('option', { name: 'Edit snippets…' }));
};

test.each([
  ['dialog', 'Email Content', email, () => press('View Email Content')],
  ['dialog', 'Snippets', snippets, editSnippets],
  ['dialog', 'Defence Pack 1', pack, () => press('Defence Pack 1')],
  ['form', 'Send again', resend, () => press('Correct the address')],
])(
  'the %s %s: a script that fails to load leaves the page as it is, and loads on the next press',
  async (role, name, script, open) => {
    const desk = fakeDesk({ order: orderOf({ process_status: 'ChargeBack', mailHistory: [bounced] }) });
    desk.on(remarkCalls.snippets, () => ({ data: [] }));
    desk.on(defencePackCalls.packReadiness, () => ({ data: readinessOf() }));
    desk.on(defencePackCalls.packLetter, () => ({ data: letterOf() }));
    await openOrder(desk);
    lost.add(script);
    await open();
    expect(await screen.findByText(/This could not be opened\./)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByRole(role, { name })).not.toBeInTheDocument();
    lost.delete(script);
    await open();
    expect(await screen.findByRole(role, { name })).toBeVisible();
  },
);
