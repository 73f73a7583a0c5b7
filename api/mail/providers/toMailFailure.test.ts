import { retryAfterSecondsOf } from './MailProvider.ts';

test('the pause comes from seconds, a date, or the start of the next period', () => {
  expect(retryAfterSecondsOf({ 'retry-after': '7' })).toBe(7);
  const soon = retryAfterSecondsOf({ 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
  expect(soon).toBeGreaterThan(80);
  expect(soon).toBeLessThanOrEqual(90);
  const reset = retryAfterSecondsOf({ 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30) });
  expect(reset).toBeGreaterThan(20);
  expect(reset).toBeLessThanOrEqual(31);
});

test('the first header counts, and a time in the past is no pause', () => {
  expect(retryAfterSecondsOf({ 'retry-after': '3', 'x-ratelimit-reset': '9999999999' })).toBe(3);
  expect(retryAfterSecondsOf({ 'x-ratelimit-reset': '1392815263' })).toBe(0);
});

test.each([undefined, {}, { 'retry-after': 'soon' }, { 'x-ratelimit-reset': '-1' }])('%p has no pause', (headers) => {
  expect(retryAfterSecondsOf(headers)).toBeNull();
});
