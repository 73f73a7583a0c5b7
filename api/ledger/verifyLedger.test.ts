import { eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { ledgerEntries } from '../db/schema/orderHistory.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { type Fault, verifyLedger, verifyOrder } from './verifyLedger.ts';
import { genesisHash, ledgerHash, type StoredEntry } from './LedgerEntry.ts';

const stored = {
  seq: ledgerEntries.seq,
  at: sql<string>`ledger_moment(${ledgerEntries.at})`,
  kind: ledgerEntries.kind,
  facts: ledgerEntries.facts,
  hash: sql<string>`encode(${ledgerEntries.hash}, 'hex')`,
};

function findEntries(db: Database, orderId: string): Promise<StoredEntry[]> {
  return db.select(stored).from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)).orderBy(ledgerEntries.seq);
}

onOneDriver((api) => {
  const db = () => api().context.database.db;

  /** An order with a history of five entries. */
  async function longOrder(): Promise<string> {
    const orderId = await addOrder(api());
    for (const name of ['a', 'b', 'c', 'd']) {
      await db().execute(sql`update orders set email = ${`${name}@example.com`} where order_id = ${orderId}`);
    }
    return orderId;
  }

  /** Makes a change as the server's owner, who can disable triggers. Reverts the change afterwards. */
  async function tampered(orderId: string, change: (tx: Transaction) => Promise<unknown>, printed?: string) {
    let fault: Fault | null | undefined;
    await db()
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await change(tx);
        fault = await verifyOrder(tx, orderId, printed);
        throw new Error('back');
      })
      .catch((error: Error) => {
        if (error.message !== 'back') throw error;
      });
    expect(await verifyOrder(db(), orderId, printed)).toBeNull();
    return fault;
  }

  const execute = (statement: SQL) => (tx: Transaction) => tx.execute(statement);

  /** Recomputes the hashes from entry `from` on, like a skilled forger. Does not change the head. */
  async function rehash(tx: Transaction, orderId: string, from: number): Promise<string> {
    let previous = genesisHash;
    for (const entry of await findEntries(tx, orderId)) {
      if (entry.seq >= from) {
        const hash = ledgerHash(previous, orderId, entry);
        await tx.execute(sql`
          update ledger_entries set hash = decode(${hash}, 'hex') where order_id = ${orderId} and seq = ${entry.seq}`);
        previous = hash;
      } else previous = entry.hash;
    }
    return previous;
  }

  test('an untouched history is intact, with one entry or many', async () => {
    expect(await verifyOrder(db(), await addOrder(api()))).toBeNull();
    expect(await verifyOrder(db(), await longOrder())).toBeNull();
  });

  test.each([
    ['facts', sql`facts = replace(facts, 'b@', 'x@')`],
    ['a time', sql`at = at + interval '1 microsecond'`],
    ['a kind', sql`kind = 'paid'`],
    ['a hash', sql`hash = sha256(hash)`],
  ])('a change of %s shows at that entry', async (_what, change) => {
    const orderId = await longOrder();
    const statement = sql`update ledger_entries set ${change} where order_id = ${orderId} and seq = 3`;
    const fault = await tampered(orderId, execute(statement));
    expect(fault).toEqual({ orderId, seq: 3, what: 'is not what was recorded' });
  });

  test.each([1, 3])('removing entry %s shows as a gap', async (seq) => {
    const orderId = await longOrder();
    const statement = sql`delete from ledger_entries where order_id = ${orderId} and seq = ${seq}`;
    expect(await tampered(orderId, execute(statement))).toEqual({ orderId, seq, what: 'is missing' });
  });

  test('removing an entry and renumbering the others shows at the first of these', async () => {
    const orderId = await longOrder();
    const fault = await tampered(orderId, async (tx) => {
      await tx.execute(sql`delete from ledger_entries where order_id = ${orderId} and seq = 3`);
      for (const seq of [4, 5]) {
        await tx.execute(sql`update ledger_entries set seq = seq - 1 where order_id = ${orderId} and seq = ${seq}`);
      }
    });
    expect(fault).toEqual({ orderId, seq: 3, what: 'is not what was recorded' });
  });

  test('removing the last entry shows at the head', async () => {
    const orderId = await longOrder();
    const last = sql`delete from ledger_entries where order_id = ${orderId} and seq = 5`;
    expect(await tampered(orderId, execute(last))).toEqual({ orderId, seq: 5, what: 'is missing' });
    const tail = sql`delete from ledger_entries where order_id = ${orderId} and seq > 1`;
    expect(await tampered(orderId, execute(tail))).toEqual({ orderId, seq: 2, what: 'is missing' });
    const all = sql`delete from ledger_entries where order_id = ${orderId}`;
    expect(await tampered(orderId, execute(all))).toEqual({ orderId, seq: 1, what: 'is missing' });
  });

  test('removing the only entry shows', async () => {
    const orderId = await addOrder(api());
    const entries = sql`delete from ledger_entries where order_id = ${orderId}`;
    expect(await tampered(orderId, execute(entries))).toEqual({ orderId, seq: 1, what: 'is missing' });
    const order = sql`delete from orders where order_id = ${orderId}`;
    expect(await tampered(orderId, execute(order))).toEqual({ orderId, seq: 1, what: 'belongs to a missing order' });
  });

  test('swapping two entries shows at the first', async () => {
    const orderId = await longOrder();
    const swap = async (tx: Transaction) => {
      for (const [from, to] of [
        [2, 99],
        [4, 2],
        [99, 4],
      ]) {
        await tx.execute(sql`update ledger_entries set seq = ${to} where order_id = ${orderId} and seq = ${from}`);
      }
    };
    expect(await tampered(orderId, swap)).toEqual({ orderId, seq: 2, what: 'is not what was recorded' });
  });

  test('an entry of another order shows', async () => {
    const [orderId, other] = [await longOrder(), await longOrder()];
    const statement = sql`
      update ledger_entries e set facts = o.facts, at = o.at, kind = o.kind, hash = o.hash
      from ledger_entries o where o.order_id = ${other} and o.seq = e.seq and e.order_id = ${orderId} and e.seq = 2`;
    expect(await tampered(orderId, execute(statement))).toEqual({ orderId, seq: 2, what: 'is not what was recorded' });
  });

  test('an additional entry, or a head that was moved back, shows', async () => {
    const orderId = await longOrder();
    const added = sql`
      insert into ledger_entries select order_id, 6, at, kind, facts, ledger_hash(hash, order_id, 6, ledger_moment(at), kind, facts)
      from ledger_entries where order_id = ${orderId} and seq = 5`;
    expect(await tampered(orderId, execute(added))).toEqual({ orderId, seq: 6, what: 'was added past the end' });
    const turned = sql`update ledger_heads set seq = 4 where order_id = ${orderId}`;
    expect(await tampered(orderId, execute(turned))).toEqual({ orderId, seq: 5, what: 'was added past the end' });
    const gone = sql`delete from ledger_heads where order_id = ${orderId}`;
    expect(await tampered(orderId, execute(gone))).toMatchObject({ orderId, seq: 5 });
  });

  describe('a changed fact with a recomputed hash', () => {
    const forge = (orderId: string) => sql`
      update ledger_entries set facts = replace(facts, 'b@', 'x@') where order_id = ${orderId} and seq = 3`;

    test('shows at the next entry, if only that entry’s hash is recomputed', async () => {
      const orderId = await longOrder();
      const fault = await tampered(orderId, async (tx) => {
        await tx.execute(forge(orderId));
        const [, second, third] = await findEntries(tx, orderId);
        const hash = ledgerHash(second!.hash, orderId, third!);
        await tx.execute(sql`
          update ledger_entries set hash = decode(${hash}, 'hex') where order_id = ${orderId} and seq = 3`);
      });
      expect(fault).toEqual({ orderId, seq: 4, what: 'is not what was recorded' });
    });

    test('shows at the head, if all later hashes are recomputed', async () => {
      const orderId = await longOrder();
      const fault = await tampered(orderId, async (tx) => {
        await tx.execute(forge(orderId));
        await rehash(tx, orderId, 3);
      });
      expect(fault).toEqual({ orderId, seq: 5, what: 'is not what was recorded' });
    });

    test('shows by the hash printed in a pack, if the head is recomputed too', async () => {
      const orderId = await longOrder();
      const printed = (await findEntries(db(), orderId)).at(-1)!.hash;
      const forged = async (tx: Transaction) => {
        await tx.execute(forge(orderId));
        const hash = await rehash(tx, orderId, 3);
        await tx.execute(sql`update ledger_heads set hash = decode(${hash}, 'hex') where order_id = ${orderId}`);
      };
      expect(await tampered(orderId, forged, printed.toUpperCase())).toMatchObject({ orderId, seq: 5 });
      // A chain has no outside witness, so rewriting the whole chain goes undetected.
      expect(await tampered(orderId, forged)).toBeNull();
    });
  });

  test('an unknown order is reported as such', async () => {
    expect(await verifyOrder(db(), '999999')).toEqual({
      orderId: '999999',
      seq: 1,
      what: 'is missing: order not found',
    });
  });

  test('verifying all orders reports the first fault of each, over several batches', async () => {
    const ids = Array.from({ length: 1_100 }, (_, n) => String(800_000 + n));
    await db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
      select id, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}' from unnest(${sql.param(ids)}::text[]) as id`);
    const check = async (tx: Transaction | ReturnType<typeof db>) => {
      const faults: Fault[] = [];
      const seen: number[] = [];
      const checked = await verifyLedger(tx, {
        onFault: (fault) => void faults.push(fault),
        onProgress: ({ orders }) => void seen.push(orders),
      });
      return { faults, seen, checked };
    };
    const whole = await check(db());
    expect(whole.faults).toEqual([]);
    expect(whole.checked.orders).toBeGreaterThanOrEqual(1_100);
    expect(whole.checked.entries).toBeGreaterThanOrEqual(whole.checked.orders);
    expect(whole.seen.length).toBeGreaterThan(2);
    // Entries without an order are found even after the last order.
    await db()
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`delete from ledger_entries where order_id in ('800000', '800750')`);
        await tx.execute(sql`update ledger_entries set facts = '{}' where order_id = '801099'`);
        await tx.execute(sql`delete from orders where order_id = '801098'`);
        const { faults } = await check(tx);
        expect(faults.map(({ orderId, seq }) => [orderId, seq])).toEqual([
          ['800000', 1],
          ['800750', 1],
          ['801098', 1],
          ['801099', 1],
        ]);
        throw new Error('back');
      })
      .catch((error: Error) => {
        if (error.message !== 'back') throw error;
      });
  });
});
