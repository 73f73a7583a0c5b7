import type { StoredDeclaration } from 'shared/api/orderDetails';
import type { Chance } from './chance.ts';
import type { DemoPerson } from './demoPeople.ts';

const flights = ['NZ 103', 'QF 141', 'SQ 285', 'EK 448', 'CX 197', 'UA 917', 'FJ 411', 'TG 491'];
const airports = ['Auckland', 'Christchurch', 'Wellington', 'Queenstown'];
const cruiseVessels = ['Ovation of the Seas', 'Celebrity Edge', 'Tahitian Princess'];
const aDay = 86_400_000;

/** How somebody travels who arrives on `arrival`: by air, on a cruise or on another vessel, as far as it is not `given`. */
export function demoTravel(
  chance: Chance,
  person: DemoPerson,
  arrival: Date,
  given: StoredDeclaration,
): StoredDeclaration {
  const travel_type = given.travel_type ?? (chance.happens(0.9) ? 'air' : 'sea');
  if (travel_type === 'air') return { travel_type, ...byAir(chance, person, arrival) };
  const cruise_trip = given.cruise_trip ?? (chance.happens(0.7) ? 'yes' : 'no');
  return { travel_type, cruise_trip, ...(cruise_trip === 'yes' ? onCruise(chance, arrival) : onVessel(arrival)) };
}

const byAir = (chance: Chance, person: DemoPerson, arrival: Date): StoredDeclaration => ({
  ...dateParts('day_of_arrival', 'month_of_arrival', 'year_of_arrival', arrival),
  flight_number: chance.oneOf(flights),
  departure_form: person.city,
  arriving_info: chance.oneOf(airports),
});

const onCruise = (chance: Chance, arrival: Date): StoredDeclaration => ({
  vessel_name: chance.oneOf(cruiseVessels),
  ...dateParts('scheduled_arrival_day', 'scheduled_arrival_month', 'scheduled_arrival_year', arrival),
  ...dateParts(
    'scheduled_departure_day',
    'scheduled_departure_month',
    'scheduled_departure_year',
    new Date(arrival.getTime() + chance.between(4, 12) * aDay),
  ),
});

const onVessel = (arrival: Date): StoredDeclaration => ({
  vessel_type: 'small_craft',
  short_vessel_name: 'Kaimoana',
  ...dateParts(
    'scheduled_arrival_day_cruise_no',
    'scheduled_arrival_month_cruise_no',
    'scheduled_arrival_year_cruise_no',
    arrival,
  ),
});

/** A date in the three parts that the form sends, without leading zeros. */
function dateParts<D extends string, M extends string, Y extends string>(day: D, month: M, year: Y, at: Date) {
  return {
    [day]: String(at.getUTCDate()),
    [month]: String(at.getUTCMonth() + 1),
    [year]: String(at.getUTCFullYear()),
  } as Record<D | M | Y, string>;
}
