import type pg from 'pg';
import { advisoryLocks } from './database.ts';

const { instancesGate: gate, instances: list } = advisoryLocks;

/**
 * The marks of the other instances on this database, each once. A running one holds a shared lock of the session with its
 * mark: PostgreSQL frees it with the connection, however that ends.
 */
async function otherMarks(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ mark: number }>(
    `select distinct objid as mark from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid = $1 and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
    [list],
  );
  return rows.map(({ mark }) => mark);
}

/**
 * Joins the instances under this mark unless `mayJoin` says no of the others' marks; whoever else joins at the same moment
 * waits. Answers the others' marks.
 */
export async function joinUnder(
  client: pg.Client,
  mark: number,
  mayJoin: (others: readonly number[]) => boolean,
): Promise<number[]> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [gate]);
  const others = await otherMarks(client);
  // As a signed number: what the lock takes is an integer, what it shows is not.
  if (mayJoin(others)) await client.query('select pg_advisory_lock_shared($1, $2)', [list, mark | 0]);
  await client.query('commit');
  return others;
}
