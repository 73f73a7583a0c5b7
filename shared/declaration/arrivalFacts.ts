import { answerText, valueLabel } from './answerText.ts';
import { cruiseArrival, flightArrival, vesselArrival } from './arrival.ts';
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
  ...dayInParts(flightArrival),
  anchor: arrivalAnchor,
  shown: (order) => !isBySea(order),
};

const vesselFacts: readonly Fact[] = [
  { label: 'Name of the cruise vessel', value: 'vessel_name', copy: true, words: true, shown: isCruise },
  {
    label: 'Scheduled arrival of the cruise',
    ...dayInParts(cruiseArrival),
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
    ...dayInParts(vesselArrival),
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

/** While the question about a cruise has no answer, also shows each of these facts that has one. */
function orAnswered(facts: readonly Fact[]): Fact[] {
  return facts.map((fact) => ({
    ...fact,
    shown: (order) => fact.shown!(order) || (isUnknownVessel(order) && factText(fact, order) !== null),
  }));
}
