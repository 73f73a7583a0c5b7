import { otherAddressHint } from './mails.tsx';

const order = { email: 'mere@example.com', contact_email_address: null };

test.each([
  ['the order’s email', 'Mere@Example.com ', order],
  ['the contact address', 'office@example.com', { ...order, contact_email_address: 'office@example.com' }],
  ['nothing yet', '', order],
  ['half an address', 'off', order],
])('%s has no warning', (_what, typed, of) => {
  expect(otherAddressHint(typed, of)).toBeUndefined();
});

test('an address that the customer has not given has a warning with the given address', () => {
  const text = 'This address isn’t on the order. The customer gave ';
  expect(otherAddressHint('stranger@example.com', order)).toBe(`${text}mere@example.com.`);
  const other = { ...order, contact_email_address: 'office@example.com' };
  expect(otherAddressHint('stranger@example.com', other)).toBe(`${text}office@example.com.`);
});
