import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { orderOf } from '../testing/orders.ts';
import { arrivalFacts } from './arrival.ts';
import { factText, shownFacts, valueLabel, type Fact } from './fact.ts';
import { stayDuration, tripFacts } from './facts.ts';

/** Label → text of a section, for an order with only these answers. */
const textsOf = (facts: readonly Fact[], answers: Partial<DeclarationAnswers>) => {
  const order = orderOf({ travel_type: null, ...answers });
  return Object.fromEntries(shownFacts(facts, order).map((fact) => [fact.label, factText(fact, order)]));
};

const day = { day_of_arrival: '24', month_of_arrival: '11', year_of_arrival: '2026' };
const cruiseDays = {
  ...{ scheduled_arrival_day: '25', scheduled_arrival_month: '11', scheduled_arrival_year: '2026' },
  ...{ scheduled_departure_day: '2', scheduled_departure_month: '12', scheduled_departure_year: '2026' },
};
const vesselDay = {
  scheduled_arrival_day_cruise_no: '26',
  scheduled_arrival_month_cruise_no: '11',
  scheduled_arrival_year_cruise_no: '2026',
};
const everyDay = { ...day, ...cruiseDays, ...vesselDay };

test('an arrival by air shows its date, flight and airports, and nothing about vessels', () => {
  const answers = { flight_number: 'EX 0271', departure_form: 'Kuala Lumpur', arriving_info: 'Auckland' };
  expect(textsOf(arrivalFacts, { travel_type: 'air', ...answers, ...everyDay, vessel_name: 'Kaimoana' })).toEqual({
    'Date of arrival': '24/November/2026',
    'Flight number': 'EX 0271',
    'Departing from': 'Kuala Lumpur',
    'Arriving at': 'Auckland',
  });
});

test('a cruise shows its vessel and both its dates', () => {
  const answers = { travel_type: 'sea', cruise_trip: 'yes', vessel_name: 'Celebrity Edge', flight_number: 'EX 0271' };
  expect(textsOf(arrivalFacts, { ...answers, ...everyDay })).toEqual({
    'On a cruise': 'Yes',
    'Name of the cruise vessel': 'Celebrity Edge',
    'Scheduled arrival of the cruise': '25/November/2026',
    'Scheduled departure of the cruise': '02/December/2026',
  });
});

test.each<[type: string, more: Partial<DeclarationAnswers>, shown: Record<string, string>]>([
  [
    'commercial_cargo',
    { voyage_application: 'passenger' },
    {
      'Vessel type': 'Commercial cargo',
      'Travels on this voyage as': 'Passenger',
      'Biosecurity clearance of the vessel': 'Yes',
    },
  ],
  [
    'commercial_cargo',
    { voyage_application: 'crew' },
    { 'Vessel type': 'Commercial cargo', 'Travels on this voyage as': 'Crew' },
  ],
  [
    'commercial_fishing',
    { voyage_crew_application: 'yes' },
    { 'Vessel type': 'Commercial fishing', 'Crew on this voyage': 'Yes', 'Biosecurity clearance of the vessel': 'Yes' },
  ],
  [
    'commercial_specialist',
    { voyage_crew_application: 'no' },
    {
      'Vessel type': 'Commercial specialist',
      'Crew on this voyage': 'No',
      'Biosecurity clearance of the vessel': 'Yes',
    },
  ],
  [
    'nz_defence',
    { voyage_crew_application: 'yes' },
    { 'Vessel type': 'NZ defence', 'Crew on this voyage': 'Yes', 'Biosecurity clearance of the vessel': 'Yes' },
  ],
  ['small_craft', { voyage_application: 'passenger' }, { 'Vessel type': 'Small craft' }],
  [
    'submarine',
    { voyage_application: 'passenger' },
    { 'Vessel type': 'Submarine', 'Travels on this voyage as': 'Passenger' },
  ],
])('a %s with %j shows the facts of its type', (vessel_type, more, shown) => {
  const answers = { travel_type: 'sea', cruise_trip: 'no', vessel_type, short_vessel_name: 'Kaimoana', ...more };
  expect(textsOf(arrivalFacts, { ...answers, vessel_biosecurity_clearance: 'yes', ...everyDay })).toEqual({
    'On a cruise': 'No',
    'Vessel name': 'Kaimoana',
    'Scheduled arrival': '26/November/2026',
    ...shown,
  });
});

test('at sea without an answer about a cruise, that question and every answer about vessel and dates are shown', () => {
  expect(
    textsOf(arrivalFacts, { travel_type: 'sea', ...vesselDay, vessel_name: 'Kaimoana', flight_number: 'X' }),
  ).toEqual({ 'On a cruise': null, 'Name of the cruise vessel': 'Kaimoana', 'Scheduled arrival': '26/November/2026' });
  expect(textsOf(arrivalFacts, { travel_type: 'sea', ...everyDay, vessel_type: 'small_craft' })).toEqual({
    'Date of arrival': '24/November/2026',
    'On a cruise': null,
    'Scheduled arrival of the cruise': '25/November/2026',
    'Scheduled departure of the cruise': '02/December/2026',
    'Vessel type': 'Small craft',
    'Scheduled arrival': '26/November/2026',
  });
  expect(textsOf(arrivalFacts, { travel_type: 'sea' })).toEqual({ 'On a cruise': null });
});

test('the duration of the stay is shown for travellers who leave again', () => {
  const duration = { intended_stay_duration_day: '14', intend_staying_permanently_nz: 'no' };
  expect(textsOf(tripFacts, { ...duration, live_in_new_zealand: 'no' })).toMatchObject({ 'Intended stay': '14 days' });
  expect(textsOf(tripFacts, { ...duration, live_in_new_zealand: 'yes' })).not.toHaveProperty('Intended stay');
  const forGood = { ...duration, live_in_new_zealand: 'no', intend_staying_permanently_nz: 'yes' };
  expect(textsOf(tripFacts, forGood)).not.toHaveProperty('Intended stay');
});

test.each([
  [{ day: '14', month: '0', year: '0' }, '14 days'],
  [{ day: '1', month: '2', year: '1' }, '1 year, 2 months, 1 day'],
  [{ day: null, month: '6', year: null }, '6 months'],
  [{ day: '0', month: '0', year: '0' }, '0 days'],
  [{ day: null, month: null, year: null }, null],
])('the stay %j is shown as %j', ({ day: days, month, year }, expected) => {
  const stay = {
    intended_stay_duration_day: days,
    intended_stay_duration_month: month,
    intended_stay_duration_year: year,
  };
  expect(stayDuration(stay)).toBe(expected);
});

test.each([
  ['commercial_cargo', 'Commercial cargo'],
  ['nz_defence', 'NZ defence'],
  ['Superyacht', 'Superyacht'],
  ['yes', 'Yes'],
  ['', ''],
])('%j is shown as %j', (value, expected) => {
  expect(valueLabel(value)).toBe(expected);
});
