import type { DeclarationAnswers } from '../api/orderDetails.ts';
import { detailDayOfParts } from '../format/dates.ts';

const dayLength = 86_400_000;

type ArrivalParts = [day: string | null, month: string | null, year: string | null];

/** The parts of the arrival day that this way of travelling asked for: by air, by cruise, or by another vessel. */
function arrivalParts(order: DeclarationAnswers): ArrivalParts {
  if (order.travel_type !== 'sea') return [order.day_of_arrival, order.month_of_arrival, order.year_of_arrival];
  if (order.cruise_trip === 'no') {
    return [
      order.scheduled_arrival_day_cruise_no,
      order.scheduled_arrival_month_cruise_no,
      order.scheduled_arrival_year_cruise_no,
    ];
  }
  return [order.scheduled_arrival_day, order.scheduled_arrival_month, order.scheduled_arrival_year];
}

/** When the traveller arrives: the day as the order page shows it, and how far away it is; null when it is not known. */
export function arrival(order: DeclarationAnswers, now: Date): { day: string; distance: string } | null {
  const [day, month, year] = arrivalParts(order);
  const shown = detailDayOfParts(day, month, year);
  if (!shown) return null;
  const arrivesAt = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const days = arrivesAt / dayLength - Math.floor(now.getTime() / dayLength);
  return { day: shown, distance: distanceInDays(days) };
}

function distanceInDays(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
