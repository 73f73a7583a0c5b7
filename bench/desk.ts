/** The desks and databases that the parts of the bench measure. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Answer, Call, CallInput } from 'shared/api/call';
import { readExactAnswer } from 'shared/api/readExactAnswer';
import { askProduct, signInTo } from '../api/testing/callProduct.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { fillOrders } from './fillOrders.ts';
import type { Line } from './report.ts';

export type Caller = <C extends Call>(call: C, input: CallInput<C>) => () => Promise<Answer<C>>;

/** Signs in once; then makes calls that must succeed. The first answer of each must keep the contract: then it is timed. */
export async function deskCaller(desk: Desk): Promise<Caller> {
  const token = await signInTo(desk.staff);
  return <C extends Call>(call: C, input: CallInput<C>) => {
    let read = false;
    return async () => {
      const response = await askProduct(desk.staff, call, input, { token });
      const text = await response.text();
      if (!response.ok) throw new Error(`${call.path}: ${response.status} ${text.slice(0, 200)}`);
      const answer = JSON.parse(text) as Answer<C>;
      if (!read) readExactAnswer(call, answer);
      read = true;
      return answer;
    };
  };
}

/** A desk on an empty PostgreSQL database that is filled with so many orders, and how fast they went in. */
export async function startFilledDesk(databaseUrl: string, orders: number): Promise<{ desk: Desk; filled: Line }> {
  // Its first start makes the tables, the members and one order, whose declaration all others get.
  const empty = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
  await empty.stop();
  const filled = await fillOrders(databaseUrl, orders);
  const desk = await startDesk({ DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' });
  // The counts of all that came at once are folded first.
  await setTimeout(10_000);
  return { desk, filled };
}

const postgresUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * Runs `task` on a new PostgreSQL database and always drops it afterwards. Where no server is there,
 * it answers `otherwise`; without that it rejects.
 */
export async function withBenchDatabase<T>(task: (databaseUrl: string) => Promise<T>, otherwise?: T): Promise<T> {
  const server = new pg.Client(postgresUrl);
  try {
    await server.connect();
  } catch (error) {
    if (otherwise === undefined) throw error;
    return otherwise;
  }
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  try {
    await server.query(`create database ${name}`);
    return await task(url.href);
  } finally {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}
