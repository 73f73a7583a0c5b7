import { sql } from 'drizzle-orm';
import { packRecords } from '../defence-packs/packRecords.ts';
import type { OpenDatabase } from '../db/database.ts';
import { migrate } from '../db/openDatabase.ts';
import { insertOrder, migrateTo, migrationsBefore, testOfMigration } from '../testing/migrateTo.ts';
import { happenedAt } from './LedgerEntry.ts';
import { readLedger, readLedgers } from './ledger.ts';
import { verifyLedger, verifyOrder } from './verifyLedger.ts';

const beforeLedger = migrationsBefore('"ledger_entries"');

/** Checks chains of orders from before the ledger: one with many kinds of facts, one only placed. */
async function expectChained(database: OpenDatabase) {
  const { db } = database;
  await migrateTo(database, beforeLedger);
  const full = await insertOrder(database, 100_001);
  const bare = await insertOrder(database, 100_002);
  await db.execute(sql`update orders set created_at = '2026-11-01T08:00:00Z', amount = 79, currency = 'NZD'`);
  await db.execute(sql`
    insert into members (name, email, password_hash, role) values ('Ada "A"', 'ada@example.com', '', 'Admin')`);
  await db.execute(sql`
    insert into order_history (order_id, at, member_id, action_id, kind, field, "from", "to", version) values
      (${full}, '2026-11-02T08:00:00Z', 1, gen_random_uuid(), 'move', 'process_status', 'New', 'Completed', 2),
      (${full}, '2026-11-02T09:00:00Z', 1, gen_random_uuid(), 'remark', 'remark', null, 'Called', 3)`);
  await db.execute(sql`
    insert into remarks (order_id, member_id, remark, telephone, created_at)
    values (${full}, 1, 'Called', 'Y', '2026-11-02T09:00:00Z')`);
  await db.execute(sql`
    insert into documents (order_id, file1, customer_name, original_name, content_type, size, sha256, storage_key, uploaded_by, created_at)
    values (${full}, 'a.pdf', 'A B', 'a.pdf', 'application/pdf', 9, 'ab', 'a', 1, '2026-11-03T08:00:00Z')`);
  await db.execute(sql`
    insert into mails (order_id, document_id, kind, recipient, provider, state, message_id, created_at, sent_at, attempts) values
      (${full}, 1, 'approval', 'a@example.com', 'AWS', 'delivered', '<1>', '2026-11-03T08:00:00Z', '2026-11-03T08:01:00Z', 1),
      (${full}, null, 'refund', 'a@example.com', 'AWS', 'failed', null, '2026-11-06T08:00:00Z', null, 1)`);
  await db.execute(sql`
    insert into mail_events (mail_id, type, at, event_id) values (1, 'delivered', '2026-11-03T08:02:00Z', 'e')`);
  await db.execute(sql`
    insert into downloads (order_id, document_id, create_ts, ip, browser, os, bytes_sent, completed_at)
    values (${full}, 1, '2026-11-04T08:00:00Z', '203.0.113.9', 'b', 'o', 9, '2026-11-04T08:01:00Z')`);
  await migrate(database);

  const { entries } = await readLedger(db, full);
  expect((await readLedgers(db, [full])).get(full)?.entries).toEqual(entries);
  expect(entries.map(({ seq, kind }) => [seq, kind])).toEqual([
    ...['begun', 'placed', 'changed', 'remark', 'document', 'mailQueued', 'mailSent', 'mailEvent'].map((kind) => [
      1,
      kind,
    ]),
    ...['downloadStarted', 'downloadCompleted', 'mailQueued', 'mailEnded'].map((kind) => [1, kind]),
  ]);
  expect(entries[0]!.facts).toEqual({ facts: 11 });
  expect(entries.slice(1, -1).map(happenedAt)).toEqual([
    ...['2026-11-01T08:00:00Z', '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z', '2026-11-03T08:00:00Z'],
    ...['2026-11-03T08:00:00Z', '2026-11-03T08:01:00Z', '2026-11-03T08:02:00Z', '2026-11-04T08:00:00Z'],
    ...['2026-11-04T08:01:00Z', '2026-11-06T08:00:00Z'],
  ]);
  // The time of the failure was not recorded.
  expect(happenedAt(entries.at(-1)!)).toBe(entries[0]!.at);
  expect(entries[2]!.facts).toMatchObject({ what: 'move', from: 'New', to: 'Completed', by: 'Ada "A"' });
  expect(new Set(entries.map(({ hash }) => hash)).size).toBe(1);

  await db.execute(sql`update orders set amount = 80`);
  const { entries: ofBare, lastHash } = await readLedger(db, bare);
  expect(ofBare.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'begun'],
    [1, 'placed'],
    [2, 'corrected'],
  ]);
  expect(lastHash).toBe(ofBare[2]!.hash);
  const faults: unknown[] = [];
  const checked = await verifyLedger(db, { onFault: (fault) => void faults.push(fault) });
  expect({ faults, checked }).toEqual({ faults: [], checked: { orders: 2, entries: 4, faults: 0 } });
}

const beforeOrigin = migrationsBefore('"downloads_origin"');

/** Checks views and downloads from before and after the `origin` column was added. */
async function expectOldAndNew(database: OpenDatabase) {
  const { db } = database;
  await migrateTo(database, beforeOrigin);
  const orderId = await insertOrder(database, 100_001);
  await db.execute(sql`
    insert into documents (order_id, file1, customer_name, original_name, content_type, size, sha256, storage_key)
    values (${orderId}, 'a.pdf', 'A B', 'a.pdf', 'application/pdf', 9, 'ab', 'a')`);
  const look = sql`insert into order_views (order_id, how, ip, browser, os`;
  const load = sql`insert into downloads (order_id, document_id, ip, browser, os`;
  await db.execute(sql`${look}) values (${orderId}, 'tracked', '203.0.113.9', 'b', 'o')`);
  await db.execute(sql`${load}) values (${orderId}, 1, '203.0.113.9', 'b', 'o')`);
  const { lastHash } = await readLedger(db, orderId);
  await migrate(database);

  expect((await readLedger(db, orderId)).lastHash).toBe(lastHash);
  await db.execute(sql`update downloads set completed_at = now(), bytes_sent = 9`);
  await db.execute(sql`${look}, origin) values (${orderId}, 'opened', '203.0.113.9', 'b', 'o', 'staff')`);
  await db.execute(sql`${load}, origin) values (${orderId}, 1, '203.0.113.9', 'b', 'o', 'public')`);
  const { entries } = await readLedger(db, orderId);
  expect(entries.slice(2).map(({ kind, facts }) => [kind, 'origin' in facts ? facts.origin : null])).toEqual([
    ...[
      ['viewed', null],
      ['downloadStarted', null],
      ['downloadCompleted', null],
    ],
    ...[
      ['viewed', 'staff'],
      ['downloadStarted', 'public'],
    ],
  ]);
  const of = packRecords(entries);
  expect([of.accesses.map(({ origin }) => origin), of.ofStaff.length]).toEqual([[null, null, 'public'], 1]);
  await expect(verifyOrder(db, orderId, lastHash!)).resolves.toBeNull();
  const nowhere = (constraint: string) => ({ cause: { message: expect.stringContaining(constraint) } });
  await expect(db.execute(sql`update downloads set origin = 'elsewhere'`)).rejects.toMatchObject(
    nowhere('downloads_origin'),
  );
  await expect(
    db.execute(sql`
      insert into order_views (order_id, how, ip, browser, os, origin)
      select order_id, how, ip, browser, os, 'elsewhere' from order_views limit 1`),
  ).rejects.toMatchObject(nowhere('order_views_origin'));
}

testOfMigration('existing orders begin their chains with the facts from the tables', expectChained);
testOfMigration('entries from before sites were recorded stay as they are, and their chain continues', expectOldAndNew);
