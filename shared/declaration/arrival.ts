import type { DeclarationAnswers, OrderDetails } from '../api/orderDetails.ts';
import { detailDayOfParts } from '../format/dates.ts';
import { orderStatus } from '../rules/orderStatus.ts';
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
import { answerText, dayInParts, factText, valueLabel, type DayParts, type Fact } from './fact.ts';

const hour = 3_600_000;
const dayLength = 24 * hour;
/** An arrival within this time gets a flag. */
const soon = 48 * hour;

// The form has one date of arrival for each way of travelling.
const flightArrival = (order: DeclarationAnswers): DayParts => [
  order.day_of_arrival,
  order.month_of_arrival,
  order.year_of_arrival,
];
const cruiseArrival = (order: DeclarationAnswers): DayParts => [
  order.scheduled_arrival_day,
  order.scheduled_arrival_month,
  order.scheduled_arrival_year,
];
const vesselArrival = (order: DeclarationAnswers): DayParts => [
  order.scheduled_arrival_day_cruise_no,
  order.scheduled_arrival_month_cruise_no,
  order.scheduled_arrival_year_cruise_no,
];

/**
 * The parts of the arrival date for this way of travelling. If a sea traveller has not answered the question about a
 * cruise, the first valid date is used.
 */
function arrivalParts(order: DeclarationAnswers): DayParts {
  if (isCruise(order)) return cruiseArrival(order);
  if (isOtherVessel(order)) return vesselArrival(order);
  if (!isUnknownVessel(order)) return flightArrival(order);
  const parts = [flightArrival(order), cruiseArrival(order), vesselArrival(order)];
  return parts.find((day) => detailDayOfParts(...day)) ?? flightArrival(order);
}

/** The arrival date as shown, its start in milliseconds UTC, and how far away it is; null if unknown. */
export function arrival(order: DeclarationAnswers, now: Date) {
  const [day, month, year] = arrivalParts(order);
  const shown = detailDayOfParts(day, month, year);
  if (!shown) return null;
  const startsAt = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const days = startsAt / dayLength - Math.floor(now.getTime() / dayLength);
  return { day: shown, startsAt, distance: distanceInDays(days), isPast: days < 0 };
}

/**
 * "Arrives tomorrow" if the day of arrival (UTC) is today or starts within 48 hours. "Arrived yesterday" if that day is
 * over and the order is still open. Otherwise null (rule 9.21).
 */
export function arrivalFlag(order: OrderDetails, now: Date): { label: string; isSevere: boolean } | null {
  const arrives = arrival(order, now);
  if (!arrives) return null;
  const { startsAt, distance, isPast } = arrives;
  const isShown = isPast ? orderStatus[order.process_status].open : startsAt - now.getTime() < soon;
  return isShown ? { label: `${isPast ? 'Arrived' : 'Arrives'} ${distance}`, isSevere: isPast } : null;
}

function distanceInDays(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

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
