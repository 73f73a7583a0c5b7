import { orderRowOf } from '../testing/orderRowOf.ts';
import { isKnownToShow, knownFactText } from './knownFact.ts';
import { orderFacts } from './orderFacts.ts';
import { personalFacts } from './personalFacts.ts';

const row = orderRowOf({ order_id: '100471', first_name: 'Ananya', processing_date: '2026-11-21', phone_number: null });
const fact = (label: string) => [...orderFacts, ...personalFacts].find((one) => one.label === label)!;

test.each([
  ['Order ID', '100471'],
  ['First name', 'Ananya'],
  ['Processing date', '21-11-2026 (UTC)'],
  ['Telephone', null],
])('%s is known of a row', (label, text) => {
  expect(knownFactText(fact(label), row)).toBe(text);
});

test.each(['Transaction ID', 'Passport number', 'Date of birth', 'Processing mode'])('%s is not', (label) => {
  expect(knownFactText(fact(label), row)).toBeUndefined();
});

test('whether a fact shows is known where the row tells', () => {
  expect(isKnownToShow(fact('Refund date'), row)).toBe(false);
  expect(isKnownToShow(fact('Refund date'), { ...row, refund_date: '2026-11-22' })).toBe(true);
  expect(isKnownToShow({ ...fact('Order ID'), shown: (order) => order.travel_type === 'air' }, row)).toBeUndefined();
});

test('a fault in a fact is not taken for something unknown', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  expect(() => knownFactText({ label: 'x', value: broken }, row)).toThrow('broken');
});
