import type { HttpError } from './HttpError.ts';
import { BlockCache } from './AttemptThrottle.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const note = (memory: BlockCache, key: string, times: number, seconds: number) => {
  for (let time = 0; time < times; time += 1) memory.note(key, seconds);
};

/** Seconds that a caller with these keys must wait, or 0 if no refusal is cached. */
function secondsLeft(memory: BlockCache, keys: readonly string[]): number {
  try {
    memory.refuse(keys);
    return 0;
  } catch (refusal) {
    return (refusal as HttpError).details.retryAfter!;
  }
}

test('a key refused over five times is refused from the cache, for as long as the database said', () => {
  const memory = new BlockCache();
  note(memory, 'a', 5, 60);
  expect(secondsLeft(memory, ['a'])).toBe(0);
  note(memory, 'a', 1, 40);
  expect(secondsLeft(memory, ['b', 'a'])).toBe(40);
  vi.setSystemTime(39_000);
  expect(secondsLeft(memory, ['a'])).toBe(1);
  vi.setSystemTime(40_000);
  expect(secondsLeft(memory, ['a'])).toBe(0);
});

test('a key that the database accepted starts from zero', () => {
  const memory = new BlockCache();
  note(memory, 'a', 6, 60);
  memory.forget(['a']);
  note(memory, 'a', 5, 60);
  expect(secondsLeft(memory, ['a'])).toBe(0);
});

test('the cache holds the latest 10,000 keys', () => {
  const memory = new BlockCache();
  note(memory, 'first', 6, 60);
  for (let n = 0; n < 9_999; n += 1) memory.note(`other ${n}`, 60);
  expect(secondsLeft(memory, ['first'])).toBe(60);
  memory.note('one more', 60);
  expect(secondsLeft(memory, ['first'])).toBe(0);
});
