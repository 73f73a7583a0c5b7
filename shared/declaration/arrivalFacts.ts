import { detailDayOfParts } from '../format/dates.ts';
import { answerText } from './answerText.ts';
import {
  asksCrewApplication,
  asksVoyageApplication,
  isByAir,
  isBySea,
  isCruise,
  isOtherVessel,
  isUnknownVessel,
  needsBiosecurityClearance,
} from './conditions.ts';
import { factText, type DeclaredOrder, type Fact } from './fact.ts';
import { nameOfValue } from './nameOfValue.ts';

/** Where the day of arrival stands, whichever way of travelling asked for it. */
export const arrivalAnchor = 'day-of-arrival';

const arrivalDay: Fact = {
  label: 'Date of arrival',
  value: (order) => detailDayOfParts(order.day_of_arrival, order.month_of_arrival, order.year_of_arrival),
  copy: true,
  long: true,
  anchor: arrivalAnchor,
  shown: (order) => !isBySea(order),
};

const vesselFacts: readonly Fact[] = [
  { label: 'Name of the cruise vessel', value: 'vessel_name', copy: true, words: true, long: true, shown: isCruise },
  {
    label: 'Scheduled arrival of the cruise',
    value: ({ scheduled_arrival_day, scheduled_arrival_month, scheduled_arrival_year }) =>
      detailDayOfParts(scheduled_arrival_day, scheduled_arrival_month, scheduled_arrival_year),
    copy: true,
    long: true,
    anchor: arrivalAnchor,
    shown: isCruise,
  },
  {
    label: 'Scheduled departure of the cruise',
    value: ({ scheduled_departure_day, scheduled_departure_month, scheduled_departure_year }) =>
      detailDayOfParts(scheduled_departure_day, scheduled_departure_month, scheduled_departure_year),
    copy: true,
    long: true,
    shown: isCruise,
  },
  {
    label: 'Vessel type',
    value: ({ vessel_type }) => vessel_type && nameOfValue(vessel_type),
    words: true,
    shown: isOtherVessel,
  },
  { label: 'Vessel name', value: 'short_vessel_name', copy: true, words: true, shown: isOtherVessel },
  { label: 'Scheduled arrival', value: arrivalOfOtherVessel, copy: true, anchor: arrivalAnchor, shown: isOtherVessel },
  {
    label: 'Travels on this voyage as',
    value: ({ voyage_application }) => voyage_application && nameOfValue(voyage_application),
    words: true,
    shown: asksVoyageApplication,
  },
  {
    label: 'Crew on this voyage',
    value: ({ voyage_crew_application }) => voyage_crew_application && nameOfValue(voyage_crew_application),
    words: true,
    shown: asksCrewApplication,
  },
  {
    label: 'Biosecurity clearance of the vessel',
    value: (order) => answerText(order.vessel_biosecurity_clearance),
    shown: needsBiosecurityClearance,
  },
];

/** "Arrival Details": how, on what and when (rules 10.5, 10.6). */
export const arrivalFacts: readonly Fact[] = [
  ...orAnswered([arrivalDay]),
  { label: 'Flight number', value: 'flight_number', copy: true, shown: isByAir },
  { label: 'Departing from', value: 'departure_form', copy: true, words: true, shown: isByAir },
  { label: 'Arriving at', value: 'arriving_info', copy: true, words: true, shown: isByAir },
  { label: 'On a cruise', value: (order) => answerText(order.cruise_trip), shown: isBySea },
  ...orAnswered(vesselFacts),
];

/** By sea without an answer about a cruise, those of these that are answered are shown. */
function orAnswered(facts: readonly Fact[]): Fact[] {
  return facts.map((fact) => ({
    ...fact,
    shown: (order) => fact.shown!(order) || (isUnknownVessel(order) && factText(fact, order) !== null),
  }));
}

function arrivalOfOtherVessel(order: DeclaredOrder): string | null {
  return detailDayOfParts(
    order.scheduled_arrival_day_cruise_no,
    order.scheduled_arrival_month_cruise_no,
    order.scheduled_arrival_year_cruise_no,
  );
}
