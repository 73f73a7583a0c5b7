import { setTimeout } from 'node:timers/promises';
import { KeyedLimiter } from './KeyedLimiter.ts';

const full = () => new Error('full');

test('tasks beyond `concurrency` wait, and those beyond `maxWaiting` are refused', async () => {
  const limiter = new KeyedLimiter({ concurrency: 2, maxWaiting: 3, full });
  let running = 0;
  let peak = 0;
  const task = async () => {
    peak = Math.max(peak, (running += 1));
    await setTimeout(5);
    running -= 1;
  };
  const ended = await Promise.allSettled(Array.from({ length: 7 }, () => limiter.run(task)));
  expect(ended.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected', 'rejected']);
  expect(ended.at(-1)).toMatchObject({ reason: { message: 'full' } });
  expect(peak).toBe(2);
  await expect(limiter.run(task)).resolves.toBeUndefined();
});

test('tasks with priority have their own places, ahead of all others', async () => {
  const limiter = new KeyedLimiter({ concurrency: 1, maxWaiting: 2, full });
  const done: string[] = [];
  const task = (name: string) => async () => void done.push(name);
  const tooMany = ['running', 'waiting', 'waiting', 'too many'].map((name) => limiter.run(task(name)));
  const first = limiter.run(task('first'), { first: true });
  await expect(tooMany.pop()).rejects.toThrow('full');
  await Promise.all([...tooMany, first]);
  expect(done).toEqual(['running', 'first', 'waiting', 'waiting']);
});

test('a task that fails frees its place too', async () => {
  const limiter = new KeyedLimiter({ concurrency: 1, maxWaiting: 1, full });
  const fail = () => Promise.reject(new Error('no'));
  await Promise.allSettled([limiter.run(fail), limiter.run(fail)]);
  await expect(limiter.run(async () => 'yes')).resolves.toBe('yes');
});

test('tasks of one key run one after another, those of two keys concurrently', async () => {
  const limiter = new KeyedLimiter({ concurrency: 1, maxWaiting: 1, full });
  const done: string[] = [];
  const run = (key: string, name: string, ms: number) =>
    limiter.run(
      async () => {
        await setTimeout(ms);
        done.push(name);
      },
      { key },
    );
  const ended = await Promise.allSettled([run('a', 'a1', 30), run('a', 'a2', 0), run('a', 'a3', 0), run('b', 'b1', 0)]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

test('a held place is free only after its release', async () => {
  const limiter = new KeyedLimiter({ concurrency: 1, maxWaiting: 0, full });
  const release = limiter.hold('a');
  expect(() => limiter.hold('a')).toThrow('full');
  limiter.hold('b')();
  release();
  await setTimeout(0);
  limiter.hold('a')();
});
