import { diallingCodes } from '../../rules/dialling.ts';
import { checkOrder, claimedOrderId } from './intakeOrder.ts';
import { declarationAnswers } from '../orderDetails.ts';

const now = new Date('2026-11-21T10:24:00Z');
beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

const least = {
  order_id: '100471',
  first_name: 'Mere',
  last_name: 'Tane',
  email: 'mere@example.com',
  processing_mode: 'priority',
  travel_type: 'sea',
};

const check = (fields: Record<string, unknown> = {}) => checkOrder({ ...least, ...fields });
const errorsOf = (fields: Record<string, unknown>) => {
  const checked = check(fields);
  return 'errors' in checked ? checked.errors : {};
};
const orderOf = (fields: Record<string, unknown> = {}) => {
  const checked = check(fields);
  if ('errors' in checked) throw new Error(JSON.stringify(checked.errors));
  return checked.order;
};

test('an order with only the required fields is accepted', () => {
  expect(orderOf()).toMatchObject({
    full_name: 'Mere Tane',
    created_at: now,
    paid_at: null,
    answers: { travel_type: 'sea' },
  });
});

test.each(Object.keys(least))('%s is required, and refused if empty, blank or null', (name) => {
  for (const value of [undefined, null, '', '  ']) expect(errorsOf({ [name]: value })).toEqual({ [name]: 'Required' });
});

test('an empty and a missing optional answer are both unanswered', () => {
  const empty = Object.fromEntries(Object.keys(declarationAnswers.entries).map((name) => [name, '']));
  expect(orderOf({ ...empty, travel_type: 'air' }).answers).toEqual({ travel_type: 'air' });
  expect(orderOf({ confirm_email: '', full_name: ' ', created_at: '' })).toEqual(orderOf());
});

test('texts are trimmed', () => {
  expect(orderOf({ city: '  Lower Hutt ', email: ' mere@example.com ' })).toMatchObject({
    email: 'mere@example.com',
    answers: { city: 'Lower Hutt' },
  });
});

test.each(['process_status', 'processed_by', 'transaction_id', 'merchant_name', 'remarks', 'uploadDoc'])(
  '%s is refused, because only the desk sets it',
  (name) => {
    expect(errorsOf({ [name]: 'x' })).toEqual({ [name]: 'Set by staff only' });
  },
);

test('an unknown field is rejected, even a property name of JavaScript', () => {
  expect(errorsOf({ shoe_size: '42', constructor: 'x' })).toEqual({
    shoe_size: 'Unknown field',
    constructor: 'Unknown field',
  });
  const checked = checkOrder(JSON.parse(JSON.stringify(least).replace('{', '{"__proto__":1,')));
  expect(JSON.stringify(checked)).toBe('{"errors":{"__proto__":"Unknown field"}}');
});

test.each([
  ['any_food', 'Yes'],
  ['any_food', true],
  ['cash_more_than_10000', 'maybe'],
  ['processing_mode', 'urgent'],
  ['travel_type', 'land'],
  ['date_of_dob', '07'],
  ['date_of_dob', '32'],
  ['month_of_dob', 7],
  ['month_of_arrival', '0'],
  ['year_of_arrival', '26'],
  ['intended_stay_duration_day', '-1'],
  ['current_nationality', 'Atlantis'],
  ['place_of_birth', 'constructor'],
  ['country_code', '+64'],
  ['country_code', 'Atlantis'],
  ['phone_number', 'call me'],
  ['phone_number', '()'],
  ['email', 'mere@'],
  ['email', ['mere@example.com']],
  ['contact_email_address', 'x'],
  ['order_id', '12345'],
  ['order_id', '012345'],
  ['order_id', '1234567890123456789'],
  ['order_id', 100_471],
  ['created_at', '2026-11-21'],
  ['created_at', '2026-11-21T10:00:00'],
  ['created_at', '2026-02-30T10:00:00Z'],
  ['created_at', '2026-11-21T24:00:00Z'],
  ['created_at', '2026-11-23T10:24:00Z'],
  ['created_at', '2000-01-01T00:00:00Z'],
  ['paid_at', '2099-01-01T00:00:00Z'],
  ['paid_at', '2026-11-22T10:24:01Z'],
  ['paid_at', '2009-12-31T23:59:59Z'],
  ['paid_at', 1_763_720_000],
  ['processing_date', '2026-02-29'],
  ['processing_date', '2026-1-2'],
  ['processing_date', '2026-11-21T00:00:00Z'],
  ['currency', 'nzd'],
  ['currency', 'XYZ'],
  ['order_ip', '203.0.113.256'],
  ['landing_domain', 'not a domain'],
  ['food_options', 'Honey'],
  ['food_options', '{"a": 1}'],
  ['food_options', [1]],
  ['familyMember', [{ family_nationality: 'Atlantis' }]],
  ['familyMember', [{ shoe_size: '42' }]],
  ['familyMember', ['Kai']],
  ['importingGoods', [{ Animalsoption: 'Y' }]],
  ['importingGoods', [{ 'a\0b': 'x' }]],
  ['importingGoods', [{ details: { more: 'a\0b' } }]],
  ['importingGoods', [{ a: { b: { c: { d: { e: 1 } } } } }]],
  ['street', 'x'.repeat(301)],
  ['street', 'a\0b'],
  ['street', '\ud83d'],
])('%s of %j is rejected', (name, value) => {
  expect(Object.keys(errorsOf({ [name]: value }))).toEqual([name]);
});

test.each(['79,00', '-1.00', '1e3', '79.001', '12345678901', 79])('an amount of %j is rejected', (amount) => {
  expect(errorsOf({ amount, currency: 'NZD' })).toHaveProperty('amount');
});

test('an amount requires its currency', () => {
  expect(errorsOf({ amount: '79' })).toEqual({ currency: 'Required with an amount' });
  expect(orderOf({ amount: '79', currency: 'NZD' })).toMatchObject({ amount: '79', currency: 'NZD' });
});

test('a date in three parts must exist', () => {
  const born = (date_of_dob: string, month_of_dob: string, year_of_dob: string) =>
    errorsOf({ date_of_dob, month_of_dob, year_of_dob });
  expect(born('29', '2', '2024')).toEqual({});
  expect(born('29', '2', '1900')).toEqual({ date_of_dob: 'This date does not exist' });
  expect(born('31', '4', '2024')).toEqual({ date_of_dob: 'This date does not exist' });
  expect(errorsOf({ date_of_dob: '31', month_of_dob: '2' })).toEqual({});
});

test('every country of the dialling table is accepted, and stored with the table’s spelling', () => {
  for (const name of diallingCodes.keys()) {
    expect(orderOf({ living_country: name.toUpperCase() }).answers.living_country).toBe(name);
  }
});

test('a country’s name in place of its code is converted to the code', () => {
  expect(orderOf({ country_code: 'India (Bharat)' }).country_code).toBe('91');
  expect(orderOf({ country_code: '64' }).country_code).toBe('64');
});

test('several other nationalities are separated by commas', () => {
  const nationalities = (given: string) =>
    orderOf({ familyMember: [{ family_other_nationalities: given }] }).answers.familyMember![0]!;
  expect(nationalities('uk, India').family_other_nationalities).toBe('United Kingdom, India');
  expect(nationalities('Korea, Republic of').family_other_nationalities).toBe('South Korea');
});

test('a timestamp may have any time zone, and keeps its moment', () => {
  for (const given of ['2026-11-20T21:30:00Z', '2026-11-21T10:30+13:00', '2026-11-21T10:30:00.000+1300']) {
    expect(orderOf({ created_at: given }).created_at!.toISOString()).toBe('2026-11-20T21:30:00.000Z');
  }
});

test('names in every script, and characters beyond the basic plane, are kept', () => {
  const street = '1 Rue «Étienne» 山田 花子 👨‍👩‍👧';
  expect(orderOf({ first_name: 'ليلى', street })).toMatchObject({ first_name: 'ليلى', answers: { street } });
});

const oneLineTexts = [
  ...['first_name', 'last_name', 'full_name', 'order_user_agent', 'passport_number', 'flight_number'],
  ...['departure_form', 'vessel_name', 'vessel_type', 'voyage_crew_application', 'voyage_application'],
  ...['short_vessel_name', 'state_province', 'street', 'city', 'your_occupation', 'identification_status'],
];

test.each(oneLineTexts)('%s must be one visible line', (name) => {
  for (const unseen of [
    'Mere\nBcc: all@example.com',
    'a\tb',
    'a\u0085b',
    'enaT\u202e',
    '\u200eMere',
    'a\u200bb',
    '\u200d',
  ]) {
    expect(errorsOf({ [name]: unseen })).toEqual({ [name]: 'Must be one line of visible text' });
  }
});

test('list choices and family names must be one visible line as well', () => {
  expect(errorsOf({ food_options: ['Honey\u202e'] })).toEqual({
    food_options: 'Entry 1: Must be one line of visible text',
  });
  expect(errorsOf({ familyMember: [{ family_member_name: 'Kai\nTane' }] })).toEqual({
    familyMember: 'Entry 1: family_member_name: Must be one line of visible text',
  });
});

test('an explanation may have several lines, but no invisible characters', () => {
  const text = 'A wedding,\r\n\tthen a conference';
  const explained = { trip_purpose: text, arriving_info: text, importingGoods: [{ description: text }] };
  expect(orderOf(explained).answers).toMatchObject(explained);
  expect(errorsOf({ trip_purpose: 'a\u2066b', arriving_info: 'a\0b', importingGoods: [{ note: 'a\u202eb' }] })).toEqual(
    {
      trip_purpose: 'Must be visible text',
      arriving_info: 'Must be visible text',
      importingGoods: 'Entry 1: Must be visible text',
    },
  );
});

test('all errors of an order are reported at once', () => {
  const checked = checkOrder({ order_id: 'x', email: 'x', shoe_size: 1 });
  expect(Object.keys('errors' in checked ? checked.errors : {}).sort()).toEqual(
    ['email', 'first_name', 'last_name', 'order_id', 'processing_mode', 'shoe_size', 'travel_type'].sort(),
  );
});

test.each([null, 'x', 1, [], undefined])('%j is not an order', (value) => {
  expect(checkOrder(value)).toEqual({ errors: { order: 'Must be an object' } });
  expect(claimedOrderId(value)).toBeNull();
});
