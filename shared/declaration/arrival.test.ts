import { declarationOf } from '../testing/orders.ts';
import { arrival } from './arrival.ts';

const now = new Date('2026-11-21T23:30:00Z');

test('an arrival by air has its date and the days until it', () => {
  const air = declarationOf({
    travel_type: 'air',
    day_of_arrival: '24',
    month_of_arrival: '11',
    year_of_arrival: '2026',
  });
  expect(arrival(air, now)).toEqual({
    day: '24/November/2026',
    startsAt: Date.UTC(2026, 10, 24),
    distance: 'in 3 days',
    isPast: false,
  });
});

test('a cruise and another vessel have separate arrival dates', () => {
  const sea = declarationOf({
    travel_type: 'sea',
    scheduled_arrival_day: '22',
    scheduled_arrival_month: '11',
    scheduled_arrival_year: '2026',
    scheduled_arrival_day_cruise_no: '21',
    scheduled_arrival_month_cruise_no: '11',
    scheduled_arrival_year_cruise_no: '2026',
  });
  expect(arrival({ ...sea, cruise_trip: 'yes' }, now)?.distance).toBe('tomorrow');
  expect(arrival({ ...sea, cruise_trip: 'no' }, now)?.distance).toBe('today');
});

test('at sea, without an answer about a cruise, the answered date counts', () => {
  const other = {
    scheduled_arrival_day_cruise_no: '24',
    scheduled_arrival_month_cruise_no: '11',
    scheduled_arrival_year_cruise_no: '2026',
  };
  expect(arrival(declarationOf({ travel_type: 'sea', ...other }), now)?.distance).toBe('in 3 days');
  const cruise = { scheduled_arrival_day: '22', scheduled_arrival_month: '11', scheduled_arrival_year: '2026' };
  expect(arrival(declarationOf({ travel_type: 'sea', ...cruise }), now)?.distance).toBe('tomorrow');
});

test('an arrival in the past says how long ago it was', () => {
  const parts = { day_of_arrival: '20', month_of_arrival: '11', year_of_arrival: '2026' };
  expect(arrival(declarationOf(parts), now)).toMatchObject({ distance: 'yesterday', isPast: true });
  expect(arrival(declarationOf({ ...parts, day_of_arrival: '9' }), now)?.distance).toBe('12 days ago');
});

test('a date that is missing or does not exist is not shown', () => {
  expect(arrival(declarationOf({}), now)).toBeNull();
  const thirtyFirst = { day_of_arrival: '31', month_of_arrival: '11', year_of_arrival: '2026' };
  expect(arrival(declarationOf(thirtyFirst), now)).toBeNull();
});
