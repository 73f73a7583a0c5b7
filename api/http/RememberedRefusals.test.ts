import { RememberedRefusals } from './RememberedRefusals.ts';

const { jest } = import.meta;

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const refuse = (memory: RememberedRefusals, name: string, times: number, seconds: number) => {
  for (let time = 0; time < times; time += 1) memory.refused(name, seconds);
};

test('only who was refused more than five times is refused without the database, and no longer than it said', () => {
  const memory = new RememberedRefusals();
  refuse(memory, 'a', 5, 60);
  expect(memory.secondsLeft(['a'])).toBe(0);
  refuse(memory, 'a', 1, 40);
  expect(memory.secondsLeft(['b', 'a'])).toBe(40);
  jest.setSystemTime(39_000);
  expect(memory.secondsLeft(['a'])).toBe(1);
  jest.setSystemTime(40_000);
  expect(memory.secondsLeft(['a'])).toBe(0);
});

test('whoever the database lets through begins anew', () => {
  const memory = new RememberedRefusals();
  refuse(memory, 'a', 6, 60);
  memory.allowed(['a']);
  refuse(memory, 'a', 5, 60);
  expect(memory.secondsLeft(['a'])).toBe(0);
});

test('it keeps no more than 10,000, the latest', () => {
  const memory = new RememberedRefusals();
  refuse(memory, 'first', 6, 60);
  for (let n = 0; n < 9_999; n += 1) memory.refused(`other ${n}`, 60);
  expect(memory.secondsLeft(['first'])).toBe(60);
  memory.refused('one more', 60);
  expect(memory.secondsLeft(['first'])).toBe(0);
});
