import { answerText, valueLabel } from './answerText.ts';
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
import { dayInParts, factText, type Fact } from './fact.ts';

export const arrivalAnchor = 'day-of-arrival';

const arrivalDay: Fact = {
  label: 'Date of arrival',
  ...dayInParts((order) => [order.day_of_arrival, order.month_of_arrival, order.year_of_arrival]),
  long: true,
  anchor: arrivalAnchor,
  shown: (order) => !isBySea(order),
};

const vesselFacts: readonly Fact[] = [
  { label: 'Name of the cruise vessel', value: 'vessel_name', copy: true, words: true, long: true, shown: isCruise },
  {
    label: 'Scheduled arrival of the cruise',
    ...dayInParts((order) => [
      order.scheduled_arrival_day,
      order.scheduled_arrival_month,
      order.scheduled_arrival_year,
    ]),
    long: true,
    anchor: arrivalAnchor,
    shown: isCruise,
  },
  {
    label: 'Scheduled departure of the cruise',
    ...dayInParts((order) => [
      order.scheduled_departure_day,
      order.scheduled_departure_month,
      order.scheduled_departure_year,
    ]),
    long: true,
    shown: isCruise,
  },
  {
    label: 'Vessel type',
    value: ({ vessel_type }) => vessel_type && valueLabel(vessel_type),
    words: true,
    shown: isOtherVessel,
  },
  { label: 'Vessel name', value: 'short_vessel_name', copy: true, words: true, shown: isOtherVessel },
  {
    label: 'Scheduled arrival',
    ...dayInParts((order) => [
      order.scheduled_arrival_day_cruise_no,
      order.scheduled_arrival_month_cruise_no,
      order.scheduled_arrival_year_cruise_no,
    ]),
    anchor: arrivalAnchor,
    shown: isOtherVessel,
  },
  {
    label: 'Travels on this voyage as',
    value: ({ voyage_application }) => voyage_application && valueLabel(voyage_application),
    words: true,
    shown: asksVoyageApplication,
  },
  {
    label: 'Crew on this voyage',
    value: ({ voyage_crew_application }) => voyage_crew_application && valueLabel(voyage_crew_application),
    words: true,
    shown: asksCrewApplication,
  },
  {
    label: 'Biosecurity clearance of the vessel',
    value: (order) => answerText(order.vessel_biosecurity_clearance),
    shown: needsBiosecurityClearance,
  },
];

/** "Arrival Details" (rules 10.5, 10.6). */
export const arrivalFacts: readonly Fact[] = [
  ...orAnswered([arrivalDay]),
  { label: 'Flight number', value: 'flight_number', copy: true, shown: isByAir },
  { label: 'Departing from', value: 'departure_form', copy: true, words: true, shown: isByAir },
  { label: 'Arriving at', value: 'arriving_info', copy: true, words: true, shown: isByAir },
  { label: 'On a cruise', value: (order) => answerText(order.cruise_trip), shown: isBySea },
  ...orAnswered(vesselFacts),
];

/** Without an answer about a cruise, shows the facts that are answered. */
function orAnswered(facts: readonly Fact[]): Fact[] {
  return facts.map((fact) => ({
    ...fact,
    shown: (order) => fact.shown!(order) || (isUnknownVessel(order) && factText(fact, order) !== null),
  }));
}
