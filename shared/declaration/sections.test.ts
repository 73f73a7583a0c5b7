import { declarationOf, mailOf, orderOf, remarkOf } from '../testing/orders.ts';
import { statuses } from '../rules/orderStatus.ts';
import { shownFacts } from './fact.ts';
import { sections, sectionsOf, tabMark, type SectionId } from './sections.ts';

const idsOf = (order = orderOf()) => sectionsOf(order).map(({ id }) => id);
const kai = {
  ...{ family_member_name: 'Kai Tane', family_passport_number: 'Z0000316', family_nationality: 'India' },
  ...{ family_other_nationalities: null, family_relationship: 'Child' },
};

test('an order has its sections in the order of rule 9.2', () => {
  const order = orderOf({ mailHistory: [mailOf()], familyMember: [kai], importingGoods: [{ Animalsoption: 'no' }] });
  expect(idsOf(order)).toEqual([
    'emails',
    'upload',
    'order',
    'personal',
    'arrival',
    'trip',
    'family',
    'goods',
    'downloads',
    'comments',
  ]);
});

test('an order that allows defence packs has the section Dispute evidence', () => {
  for (const process_status of statuses) {
    const isThere = ['Completed', 'Customer Called', 'ChargeBack'].includes(process_status);
    expect(idsOf(orderOf({ process_status })).includes('evidence')).toBe(isThere);
  }
  expect(idsOf(orderOf({ process_status: 'Completed' })).slice(-3)).toEqual(['downloads', 'evidence', 'comments']);
});

test('sections for mail, family and goods are hidden while they are empty', () => {
  expect(idsOf()).toEqual(['upload', 'order', 'personal', 'arrival', 'trip', 'downloads', 'comments']);
});

test('a tab counts all entries of its section, unlisted ones included, or the questions answered with Yes', () => {
  const order = orderOf({
    ...{ mailHistory: [mailOf(), mailOf({ id: 2 })], remarks: [remarkOf()], downloadTotal: 140 },
    ...{ any_food: 'yes', cash_more_than_10000: 'yes', animal_products: 'no' },
    ...{ familyMember: [kai], importingGoods: [{ Animalsoption: 'yes', currencyoption: 'no' }] },
  });
  const marks = sectionsOf(order).map((section): [SectionId, string | null] => [section.id, tabMark(section, order)]);
  expect(Object.fromEntries(marks)).toEqual({
    emails: '2',
    upload: null,
    order: null,
    personal: null,
    arrival: null,
    trip: '2 yes',
    family: '1',
    goods: '1 yes',
    downloads: '140',
    comments: '1',
  });
});

test('a section with only No answers has no mark on its tab', () => {
  expect(tabMark(sections.trip, orderOf({ any_food: 'no' }))).toBeNull();
});

test('Arrival Details say how the traveller arrives', () => {
  expect(sections.arrival.tag(orderOf({ travel_type: 'sea' }))).toBe('Sea');
  expect(sections.arrival.tag(orderOf({ travel_type: null }))).toBeNull();
});

test('no label or field appears twice in a section, whatever is declared', () => {
  const answers = [
    { travel_type: 'air' },
    { travel_type: 'sea', cruise_trip: 'yes' },
    { travel_type: 'sea', cruise_trip: 'no' },
  ];
  for (const order of answers.map((given) => orderOf(declarationOf(given)))) {
    for (const { facts = [], questions = [] } of sectionsOf(order)) {
      const names = [...shownFacts(facts, order).map(({ label }) => label), ...questions.map(({ field }) => field)];
      expect(new Set(names).size).toBe(names.length);
    }
  }
});
