import { syncServerClock, serverNow } from './clock.ts';

const answerOf = (date: string | null) => new Response('{}', { headers: date === null ? {} : { Date: date } });
const inMs = (ms: number) => new Date(Date.now() + ms).toUTCString();

afterEach(() => syncServerClock(answerOf(inMs(0))));

test.each([3_600_000, -3_600_000])('a computer whose clock is wrong by %i ms uses the server’s time', (ms) => {
  syncServerClock(answerOf(inMs(ms)));
  expect(Math.abs(serverNow() - Date.now() - ms)).toBeLessThan(2_000);
});

test('whole seconds in the date and latency do not change the clock', () => {
  syncServerClock(answerOf(inMs(-1_000)));
  expect(serverNow() - Date.now()).toBeLessThanOrEqual(0);
  // A busy machine may pause between two reads of the clock.
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(500);
});

test.each([null, 'yesterday'])('a response with the date %p changes nothing', (date) => {
  syncServerClock(answerOf(inMs(3_600_000)));
  syncServerClock(answerOf(date));
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
});
