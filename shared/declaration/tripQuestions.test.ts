import { declarationAnswers } from '../api/orderDetails.ts';
import { orderOf } from '../testing/orders.ts';
import { identification } from './conditions.ts';
import { shownFacts } from './fact.ts';
import { yesCount } from './sections.ts';
import { tripQuestions } from './tripQuestions.ts';

const fieldsOf = (order = orderOf()) => shownFacts(tripQuestions, order).map(({ field }) => field);
const textOf = (field: string) => tripQuestions.find((question) => question.field === field)?.text;

test.each([
  ['cash_more_than_10000', 'NZ$10,000 or more'],
  ['bringing_restricted_medicine', "over 3 months' supply"],
  [
    'bringing_restricted_alcohol',
    'More than 3 bottles of spirits (max 1.125 litres each) plus 4.5 litres of wine or beer',
  ],
  ['bringing_restricted_tobacco', 'More than 50 cigarettes or 50 g'],
  ['wilderness_or_animal_contact', '30 days'],
])('the text of %s contains its limit: %s', (field, limit) => {
  expect(textOf(field)).toContain(limit);
});

test('every question is answered by its own field of the declaration', () => {
  for (const { field, answer } of tripQuestions) {
    expect(Object.keys(declarationAnswers.entries)).toContain(field);
    expect(answer(orderOf({ [field]: 'yes' }))).toBe('yes');
    expect(answer(orderOf({ [field]: '' }))).toBeNull();
  }
});

test('identification and travel decide who gets the questions about illness, deportation and prison', () => {
  const asked = ['coming_for_medical_treatment', 'deported_removed_excluded', 'sentenced_to_prison'];
  const ofThose = (order: ReturnType<typeof orderOf>) => fieldsOf(order).filter((field) => asked.includes(field));
  const { temporaryVisa, australian } = identification;
  expect(ofThose(orderOf({ travel_type: 'air', identification_status: temporaryVisa }))).toEqual(asked);
  expect(ofThose(orderOf({ travel_type: 'air', identification_status: australian }))).toEqual(asked.slice(1));
  expect(ofThose(orderOf({ travel_type: 'sea', identification_status: temporaryVisa }))).toEqual(asked.slice(1));
  expect(ofThose(orderOf({ travel_type: 'air' }))).toEqual([]);
});

test('only questions that this order has to answer count as Yes', () => {
  const yes = { any_food: 'yes', sentenced_to_prison: 'yes' } as const;
  expect(yesCount({ questions: tripQuestions }, orderOf(yes))).toBe(1);
  expect(
    yesCount({ questions: tripQuestions }, orderOf({ ...yes, identification_status: identification.australian })),
  ).toBe(2);
});

test('a Yes shows the details of its list', () => {
  const order = orderOf({ food_options: ['Honey'], equipment_usage: ['Freshwater'], equipment_item: ['Boots'] });
  const details = tripQuestions.flatMap(({ field, details: told }) => (told ? [[field, told(order)]] : []));
  expect(details).toEqual([
    ['any_food', ['Honey']],
    ['equipment_used_with_animals_plants_water', ['Freshwater']],
    ['outdoor_gear', ['Boots']],
  ]);
});
