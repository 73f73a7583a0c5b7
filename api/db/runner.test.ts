import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { openBoss } from '../jobs/startMailJobs.ts';
import { createLogger } from '../http/log.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { readSettings } from '../settings/settings.ts';
import { addOrder } from '../testing/addOrder.ts';
import { testPostgres, runOutsideTransaction, testDatabase } from '../testing/testDatabase.ts';
import { richOrder } from '../testing/richOrder.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import type { OpenDatabase } from './database.ts';
import { migrate } from './openDatabase.ts';
import { openPostgres } from './postgres.ts';
import { mails } from './schema/mails.ts';

(testPostgres() ? describe : describe.skip)('a user who runs the product and owns nothing of it', () => {
  const runner = `desk_runner_${randomBytes(6).toString('hex')}`;
  let api: TestApi;
  let orderId: string;
  let owner: string;
  const execute = (statement: string) => api.context.database.db.execute(sql.raw(statement));

  beforeAll(async () => {
    api = await startTestApi('postgres', {}, openAsRunner);
    orderId = await richOrder(api);
  });
  afterAll(async () => {
    await (api as TestApi | undefined)?.close();
    await runOutsideTransaction(testPostgres()!, `drop role if exists ${runner}`);
  });

  /** Follows the documentation: the owner starts the product once, and grants the rights. */
  async function openAsRunner(): Promise<OpenDatabase> {
    const owned = await testDatabase('postgres');
    const boss = await openBoss(owned, createLogger(readSettings({ LOG_LEVEL: 'silent' })));
    await boss.stop({ graceful: false });
    await owned.queue.executeSql(`create role ${runner} login password 'runner'`);
    const rights = await readFile(new URL('runner.sql', import.meta.url), 'utf8');
    await owned.queue.executeSql(rights.replaceAll(':"runner"', runner));
    const { rows } = await owned.db.execute<{ name: string; member: string }>(
      sql`select current_database() as name, quote_ident(current_user) as member`,
    );
    owner = rows[0]!.member;
    const url = new URL(testPostgres()!);
    Object.assign(url, { pathname: `/${rows[0]!.name}`, username: runner, password: 'runner' });
    const database = await openPostgres(url.href);
    await migrate(database);
    const close = async () => {
      await database.close();
      await owned.queue.executeSql(`drop owned by ${runner}`);
      await owned.close();
    };
    return { ...database, close };
  }

  test('can do everything that a dispute needs, and the history stays intact', async () => {
    const { httpStatus } = await api.callApi(defencePackCalls.packPdf, { orderId, defencePackType: 1 }, { as: 'Team' });
    expect(httpStatus).toBe(200);
    const paid = { paidAt: new Date(), amount: '79.00', currency: 'NZD' };
    const sent = await addOrder(api, { ...paid, processStatus: 'AwaitingGovt', email: 'customer@example.com' });
    // The upload queues a mail, and the runner must be able to take it from the owner's queue.
    await uploadPdf(api, sent);
    const { db } = api.context.database;
    const mailsOf = () => db.select().from(mails).where(eq(mails.orderId, sent));
    expect(await pollUntil(mailsOf, ([mail]) => mail!.state === 'sent')).toMatchObject([{ state: 'sent' }]);
    expect(await verifyOrder(api.context.database.db, orderId)).toBeNull();
    // An order's first invoice adds a row with the next number.
    const invoice = await api.callApi(invoiceCalls.send, { orderId: sent }, { as: 'Manager' });
    expect(invoice.httpStatus).toBe(200);
  });

  const denied = { cause: { code: '42501' } };

  test.each([
    ['change an entry', 'update ledger_entries set facts = facts'],
    ['remove an entry', 'delete from ledger_entries'],
    ['empty the ledger', 'truncate ledger_entries'],
    ['empty orders with cascade', 'truncate orders cascade'],
    ['remove a head', 'delete from ledger_heads'],
    ['change the history', 'update order_history set at = at'],
    ['change a view', 'update order_views set at = at'],
    ['change a report', 'update mail_events set at = at'],
    ['remove a remark', 'delete from remarks'],
    ['remove a download', 'delete from downloads'],
    ['disable triggers', 'alter table ledger_entries disable trigger all'],
    ['disable the trigger that records mails', 'alter table mails disable trigger mails_inserted_for_ledger'],
    ['drop a trigger', 'drop trigger ledger_entries_append_only on ledger_entries'],
    ['add a trigger', 'create trigger mine before insert on ledger_entries execute function refuse_by_hand()'],
    [
      'rewrite a function',
      'create or replace function refuse_by_hand() returns trigger language sql as $$ select 1 $$',
    ],
    ['bypass the triggers', 'set session_replication_role = replica'],
    ['drop the ledger', 'drop table ledger_entries'],
    ['add a column', 'alter table ledger_entries add column mine text'],
    ['become the table’s owner', 'alter table ledger_entries owner to current_user'],
  ])('cannot %s', async (_what, statement) => {
    await expect(execute(statement)).rejects.toMatchObject(denied);
  });

  test('cannot grant itself rights', async () => {
    // PostgreSQL only warns about this statement, and grants nothing.
    await execute(`grant update, delete, truncate, trigger on ledger_entries to ${runner}`);
    await expect(execute('update ledger_entries set facts = facts')).rejects.toMatchObject(denied);
  });

  test('cannot become the owner', async () => {
    await expect(execute(`set role ${owner}`)).rejects.toMatchObject(denied);
  });

  test('cannot add an entry itself, nor through its own trigger', async () => {
    const entry = `insert into ledger_entries (order_id, seq, at, kind, facts, hash)
      values ('${orderId}', 999, now(), 'remark', '{}', '')`;
    await expect(execute(entry)).rejects.toMatchObject(denied);
    await expect(execute('create table pgboss.mine (n int)')).rejects.toMatchObject(denied);
    // One message, because a temporary table belongs to its connection.
    const byTrigger = execute(`create temp table mine (n int);
      create function pg_temp.add() returns trigger language plpgsql as $$ begin ${entry}; return null; end $$;
      create trigger mine after insert on mine execute function pg_temp.add();
      insert into mine values (1)`);
    await expect(byTrigger).rejects.toMatchObject(denied);
    const appended = `select append_ledger(array['${orderId}'], array['remark'], array['{}'])`;
    await expect(execute(appended)).rejects.toMatchObject(denied);
  });
});
