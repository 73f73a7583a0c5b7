import { orderOf } from '../testing/orders.ts';
import { factText, shownFacts, type Fact } from './fact.ts';
import { orderFacts, personalFacts } from './facts.ts';

const textsOf = (facts: readonly Fact[], order = orderOf()) =>
  Object.fromEntries(shownFacts(facts, order).map((fact) => [fact.label, factText(fact, order)]));

test('Order Details show every date in the format of rule 19.1', () => {
  expect(textsOf(orderFacts)).toMatchObject({
    Created: '11/21/2026 (EST)',
    'Processing date': '21-11-2026 (UTC)',
    'Process month': 'Nov',
    'Processing mode': 'Standard',
  });
});

test('a time shortly after midnight UTC is on the previous day in EST', () => {
  const order = orderOf({ created_at: '2026-11-21T03:00:00.000Z' });
  expect(textsOf(orderFacts, order).Created).toBe('11/20/2026 (EST)');
});

test('status and mode are shown by label, not by value', () => {
  const order = orderOf({ process_status: 'Awaiting', processing_mode: 'priority' });
  expect(textsOf(orderFacts, order)).toMatchObject({
    'Process status': 'Awaiting Customer',
    'Processing mode': 'Priority',
  });
});

test('a contact email is shown only if it differs from the email', () => {
  expect(textsOf(orderFacts)).not.toHaveProperty('Contact email');
  expect(textsOf(orderFacts, orderOf({ contact_email_address: 'other@example.com' }))).toMatchObject({
    'Contact email': 'other@example.com',
  });
});

test('Personal Information joins the parts of a birth date and of a telephone number', () => {
  expect(textsOf(personalFacts)).toMatchObject({ 'Date of birth': '09/March/1988', Telephone: '+91 55501 23456' });
});

test('an unanswered field has no text to show or copy', () => {
  const order = orderOf({ passport_number: '', phone_number: null, year_of_dob: null });
  expect(textsOf(personalFacts, order)).toMatchObject({
    'Passport number': null,
    Telephone: null,
    'Date of birth': null,
  });
});

test('a refund date is shown once it is set', () => {
  expect(textsOf(orderFacts)).not.toHaveProperty('Refund date');
  expect(textsOf(orderFacts, orderOf({ refund_date: '2026-11-22' }))).toMatchObject({
    'Refund date': '22-11-2026 (UTC)',
  });
});
