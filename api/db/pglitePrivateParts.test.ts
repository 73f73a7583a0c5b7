/** What `PreparingPGlite` relies on and PGlite promises to nobody. When it fails after an update, look there. */
import { setTimeout } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';

class Opened extends PGlite {
  exclusiveTransaction = (task: () => Promise<void>) => this._runExclusiveTransaction(task);
  exclusiveQuery = (task: () => Promise<void>) => this._runExclusiveQuery(task);
}

let engine: Opened;
let happened: string[];
beforeAll(async () => {
  engine = new Opened();
  await engine.waitReady;
}, 60_000);
afterAll(() => engine.close());
beforeEach(() => void (happened = []));

const task = (name: string) => async () => {
  happened.push(`${name} begins`);
  await setTimeout(20);
  happened.push(`${name} ends`);
};

test('_runExclusiveTransaction waits for a transaction that is open, and nothing comes between', async () => {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const transaction = engine.transaction(async () => {
    begun.resolve();
    await open.promise;
    happened.push('the transaction ends');
  });
  await begun.promise;
  const ours = engine.exclusiveTransaction(task('ours'));
  const query = engine.query('select 1').then(() => happened.push('another query'));
  await setTimeout(20);
  open.resolve();
  await Promise.all([transaction, ours, query]);
  expect(happened).toEqual(['the transaction ends', 'ours begins', 'ours ends', 'another query']);
});

test('_runExclusiveQuery runs within an open transaction, and that one’s next query waits for it', async () => {
  await engine.transaction(async (tx) => {
    const ours = engine.exclusiveQuery(task('ours'));
    const query = tx.query('select 1').then(() => happened.push('the transaction’s query'));
    await Promise.all([ours, query]);
  });
  expect(happened).toEqual(['ours begins', 'ours ends', 'the transaction’s query']);
});
