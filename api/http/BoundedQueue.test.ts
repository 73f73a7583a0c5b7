import { setTimeout } from 'node:timers/promises';
import { BoundedQueue } from './BoundedQueue.ts';
import { Turns } from './Turns.ts';

test('so many run at once, so many wait, and the next is a 429 with Retry-After', async () => {
  const queue = new BoundedQueue({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const task = async () => {
    most = Math.max(most, (running += 1));
    await setTimeout(5);
    running -= 1;
  };
  const ended = await Promise.allSettled(Array.from({ length: 7 }, () => queue.run(task)));
  expect(ended.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected', 'rejected']);
  expect(ended.at(-1)).toMatchObject({ reason: { httpStatus: 429, headers: { 'Retry-After': '2' } } });
  expect(most).toBe(2);
  await expect(queue.run(task)).resolves.toBeUndefined();
});

test('what goes first has places of its own, before all that wait', async () => {
  const queue = new BoundedQueue({ atOnce: 1, waiting: 2 });
  const done: string[] = [];
  const task = (name: string) => async () => void done.push(name);
  const tooMany = ['running', 'waiting', 'waiting', 'too many'].map((name) => queue.run(task(name)));
  const first = queue.run(task('first'), { first: true });
  await expect(tooMany.pop()).rejects.toMatchObject({ httpStatus: 429 });
  await Promise.all([...tooMany, first]);
  expect(done).toEqual(['running', 'first', 'waiting', 'waiting']);
});

test('a task that fails makes room as well', async () => {
  const queue = new BoundedQueue({ atOnce: 1, waiting: 1 });
  const fail = () => Promise.reject(new Error('no'));
  await Promise.allSettled([queue.run(fail), queue.run(fail)]);
  await expect(queue.run(async () => 'yes')).resolves.toBe('yes');
});

test('turns: one after the other under a name, side by side under two, and no more than may wait', async () => {
  const turns = new Turns(1);
  const done: string[] = [];
  const task = (name: string, ms: number) => async () => {
    await setTimeout(ms);
    done.push(name);
  };
  const ended = Promise.allSettled([
    turns.take('a', task('a1', 30)),
    turns.take('a', task('a2', 0)),
    turns.take('a', task('a3', 0)),
    turns.take('b', task('b1', 0)),
  ]);
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual(['b1', 'a1', 'a2']);
  await turns.take('a', task('a4', 0));
  expect(done.at(-1)).toBe('a4');
});
