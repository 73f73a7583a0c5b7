import type { OrderDetails } from '../api/orderDetails.ts';
import { documentOf, mailOf, orderOf } from '../testing/orders.ts';
import { identification } from './conditions.ts';
import { reviewFlags } from './reviewFlags.ts';

const now = new Date('2026-11-21T10:24:00Z');
const visitor = { travel_type: 'air', identification_status: identification.temporaryVisa };
const arriving = (day: string) => ({ day_of_arrival: day, month_of_arrival: '11', year_of_arrival: '2026' });

test.each<[what: string, order: Partial<OrderDetails>, flags: [label: string, anchor: string][]]>([
  ['nothing', {}, []],
  ['a deportation', { ...visitor, deported_removed_excluded: 'yes' }, [['Deported', 'deported_removed_excluded']]],
  ['a sentence', { ...visitor, sentenced_to_prison: 'yes' }, [['Prison', 'sentenced_to_prison']]],
  [
    'an illness',
    { ...visitor, coming_for_medical_treatment: 'yes' },
    [['Medical treatment', 'coming_for_medical_treatment']],
  ],
  ['answers to questions that were not asked', { sentenced_to_prison: 'yes', coming_for_medical_treatment: 'yes' }, []],
  ['food and cash', { any_food: 'yes', cash_more_than_10000: 'yes' }, []],
  [
    'goods, by the first category',
    { importingGoods: [{ Animalsoption: 'no', currencyoption: 'yes', foreignoption: 'yes' }] },
    [['Goods declared', 'currencyoption']],
  ],
  ['items without a Yes', { importingGoods: [{}, { description: 'Rug' }] }, [['Goods declared', 'goods']]],
  ['goods that are all answered with No', { importingGoods: [{ Animalsoption: 'no' }] }, []],
  ['an arrival today', arriving('21'), [['Arrives today', 'day-of-arrival']]],
  ['an arrival that begins in under 48 hours', arriving('23'), [['Arrives in 2 days', 'day-of-arrival']]],
  ['an arrival in more than 48 hours', arriving('24'), []],
  ['an arrival that is over', arriving('20'), [['Arrived yesterday', 'day-of-arrival']]],
  ['an arrival that is over, of a completed order', { ...arriving('20'), process_status: 'Completed' }, []],
  ['an arrival on a day that does not exist', arriving('31'), []],
  [
    'a document with warnings',
    { uploadDoc: [documentOf({ warnings: ['The document does not name Tane.'] })] },
    [['Document does not match', 'upload']],
  ],
  [
    'warnings of a withdrawn document',
    { uploadDoc: [documentOf({ warnings: ['Another passport.'], withdrawn_at: '2026-11-21T10:31:00.000Z' })] },
    [],
  ],
  ['warnings of an older document', { uploadDoc: [documentOf(), documentOf({ warnings: ['Another passport.'] })] }, []],
  [
    'warnings of a document that a withdrawn one has replaced',
    { uploadDoc: [documentOf({ withdrawn_at: '2026-11-21T10:31:00.000Z' }), documentOf({ warnings: ['Another.'] })] },
    [],
  ],
  ['a message of the customer', { customer_wrote: true }, [['Customer message', 'messages']]],
  ['an address that bounced', { email_bounced: true }, [['Email bounced', 'emails']]],
  ['a bounce of another address', { mailHistory: [mailOf({ state: 'bounced' })] }, []],
])('%s: %j has the flags %j', (_what, order, flags) => {
  expect(reviewFlags(orderOf(order), now).map(({ label, anchor }) => [label, anchor])).toEqual(flags);
});

test('the flags are in the order of rule 9.21', () => {
  const order = orderOf({
    ...visitor,
    ...arriving('22'),
    deported_removed_excluded: 'yes',
    sentenced_to_prison: 'yes',
    coming_for_medical_treatment: 'yes',
    importingGoods: [{ purchaseoption: 'yes' }],
    uploadDoc: [documentOf({ warnings: ['Another passport.'] })],
    email_bounced: true,
    customer_wrote: true,
  });
  expect(reviewFlags(order, now).map(({ label }) => label)).toEqual([
    'Customer message',
    'Deported',
    'Prison',
    'Medical treatment',
    'Goods declared',
    'Arrives tomorrow',
    'Document does not match',
    'Email bounced',
  ]);
});

test('an arrival that is over and a bounced email are severe', () => {
  const severe = (order: Partial<OrderDetails>) =>
    reviewFlags(orderOf(order), now).map(({ isSevere }) => isSevere ?? false);
  expect(severe({ ...arriving('20'), email_bounced: true })).toEqual([true, true]);
  expect(severe({ ...arriving('22'), customer_wrote: true })).toEqual([false, false]);
});
