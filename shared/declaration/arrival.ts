import type { DeclarationAnswers, OrderDetails } from '../api/orderDetails.ts';
import { detailDayOfParts } from '../format/dates.ts';
import { orderStatus } from '../rules/orderStatus.ts';
import type { DayParts } from './fact.ts';
import { isCruise, isOtherVessel, isUnknownVessel } from './conditions.ts';

const hour = 3_600_000;
const dayLength = 24 * hour;
/** An arrival within this time gets a flag. */
const soon = 48 * hour;

// The form has one date of arrival for each way of travelling.
export const flightArrival = (order: DeclarationAnswers): DayParts => [
  order.day_of_arrival,
  order.month_of_arrival,
  order.year_of_arrival,
];
export const cruiseArrival = (order: DeclarationAnswers): DayParts => [
  order.scheduled_arrival_day,
  order.scheduled_arrival_month,
  order.scheduled_arrival_year,
];
export const vesselArrival = (order: DeclarationAnswers): DayParts => [
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

/** The arrival date as shown, and how far away it is; null if unknown. */
export function arrival(
  order: DeclarationAnswers,
  now: Date,
): { day: string; distance: string; isPast: boolean } | null {
  const [day, month, year] = arrivalParts(order);
  const shown = detailDayOfParts(day, month, year);
  if (!shown) return null;
  const days = arrivalDay(order)! / dayLength - Math.floor(now.getTime() / dayLength);
  return { day: shown, distance: distanceInDays(days), isPast: days < 0 };
}

/**
 * "Arrives tomorrow" if the day of arrival (UTC) is today or starts within 48 hours. "Arrived yesterday" if that day is
 * over and the order is still open. Otherwise null (rule 9.21).
 */
export function arrivalFlag(order: OrderDetails, now: Date): string | null {
  const arrives = arrival(order, now);
  if (!arrives) return null;
  if (arrives.isPast) return orderStatus[order.process_status].open ? `Arrived ${arrives.distance}` : null;
  return arrivalDay(order)! - now.getTime() < soon ? `Arrives ${arrives.distance}` : null;
}

/** The start of the day of arrival in milliseconds UTC; null if unknown. */
function arrivalDay(order: DeclarationAnswers): number | null {
  const [day, month, year] = arrivalParts(order);
  return detailDayOfParts(day, month, year) ? Date.UTC(Number(year), Number(month) - 1, Number(day)) : null;
}

function distanceInDays(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
