import { retryAfterSecondsOf } from './toMailFailure.ts';

test('seconds, a date, and the moment of the next count all say how long to be silent', () => {
  expect(retryAfterSecondsOf({ 'retry-after': '7' })).toBe(7);
  const soon = retryAfterSecondsOf({ 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
  expect(soon).toBeGreaterThan(80);
  expect(soon).toBeLessThanOrEqual(90);
  const reset = retryAfterSecondsOf({ 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30) });
  expect(reset).toBeGreaterThan(20);
  expect(reset).toBeLessThanOrEqual(31);
});

test('what is said first counts, and what is over is no time at all', () => {
  expect(retryAfterSecondsOf({ 'retry-after': '3', 'x-ratelimit-reset': '9999999999' })).toBe(3);
  expect(retryAfterSecondsOf({ 'x-ratelimit-reset': '1392815263' })).toBe(0);
});

test.each([undefined, {}, { 'retry-after': 'soon' }, { 'x-ratelimit-reset': '-1' }])('%p says nothing', (headers) => {
  expect(retryAfterSecondsOf(headers)).toBeNull();
});
