import { syncServerClock, serverNow } from './clock.ts';

const answerOf = (date: string | null) => new Response('{}', { headers: date === null ? {} : { Date: date } });
const inMs = (ms: number) => new Date(Date.now() + ms).toUTCString();

afterEach(() => syncServerClock(answerOf(inMs(0))));

test.each([3_600_000, -3_600_000])('a computer whose clock is wrong by %i ms counts by the server’s', (ms) => {
  syncServerClock(answerOf(inMs(ms)));
  expect(Math.abs(serverNow() - Date.now() - ms)).toBeLessThan(2_000);
});

test('the second that an answer names in whole, and its way, move nothing', () => {
  syncServerClock(answerOf(inMs(-1_000)));
  expect(serverNow() - Date.now()).toBeLessThanOrEqual(0);
  // Between two reads of the clock a busy machine may take a while.
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(500);
});

test.each([null, 'yesterday'])('an answer whose date is %p says nothing', (date) => {
  syncServerClock(answerOf(inMs(3_600_000)));
  syncServerClock(answerOf(date));
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
});
