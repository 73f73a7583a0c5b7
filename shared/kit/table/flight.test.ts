import { makeFlight } from './flight.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a jump, and reading on row by row, are no flight', () => {
  const flight = makeFlight();
  flight.scrolledTo(5_000, 1_000);
  expect(flight.isFlying()).toBe(false);
  flight.scrolledTo(5_100, 1_016);
  flight.scrolledTo(5_200, 1_032);
  expect(flight.isFlying()).toBe(false);
  flight.scrolledTo(9_000, 2_000);
  expect(flight.isFlying()).toBe(false);
});

test('page after page in no time is one, either way, until it slows down', () => {
  const flight = makeFlight();
  const landed = jest.fn();
  flight.scrolledTo(9_000, 1_000);
  flight.scrolledTo(8_000, 1_016);
  flight.onLanding(landed);
  flight.scrolledTo(7_000, 1_032);
  expect(flight.isFlying()).toBe(true);
  expect(landed).not.toHaveBeenCalled();
  flight.scrolledTo(6_900, 1_048);
  expect(flight.isFlying()).toBe(false);
  expect(landed).toHaveBeenCalledTimes(1);
});

test('it lands when nothing moves any more, and tells who still waits', () => {
  const flight = makeFlight();
  const landed = jest.fn();
  const gone = jest.fn();
  flight.scrolledTo(1_000, 1_000);
  flight.scrolledTo(2_000, 1_016);
  flight.onLanding(landed);
  flight.onLanding(gone)();
  jest.advanceTimersByTime(80);
  expect(flight.isFlying()).toBe(false);
  expect(landed).toHaveBeenCalledTimes(1);
  expect(gone).not.toHaveBeenCalled();
});

test('who asks too late to wait is told at once', () => {
  const landed = jest.fn();
  makeFlight().onLanding(landed);
  expect(landed).toHaveBeenCalledTimes(1);
});
