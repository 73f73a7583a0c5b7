import { setTimeout } from 'node:timers/promises';
import type { Answer, Call, CallInput } from 'shared/api/call';
import { parseResponseStrict } from 'shared/testing/parseResponseStrict';
import { requestProduct, signInTo } from '../api/testing/callProduct.ts';
import { addressOf, dropDatabase, makeDatabase } from '../api/testing/testDatabase.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { fillOrders } from './fillOrders.ts';

export type Caller = <C extends Call>(call: C, input: CallInput<C>) => () => Promise<Answer<C>>;

/** Makes calls that must succeed. Checks only the first response of each call against the contract. */
export async function deskCaller(desk: Desk): Promise<Caller> {
  const token = await signInTo(desk.staff);
  return <C extends Call>(call: C, input: CallInput<C>) => {
    let read = false;
    return async () => {
      const response = await requestProduct(desk.staff, call, input, { token });
      const text = await response.text();
      if (!response.ok) throw new Error(`${call.path}: ${response.status} ${text.slice(0, 200)}`);
      const answer = JSON.parse(text) as Answer<C>;
      if (!read) parseResponseStrict(call, answer);
      read = true;
      return answer;
    };
  };
}

/** Runs `task` on a new desk and stops it afterwards. */
export async function withDesk<T>(settings: Record<string, string>, task: (desk: Desk) => Promise<T>): Promise<T> {
  const desk = await startDesk(settings);
  try {
    return await task(desk);
  } finally {
    await desk.stop();
  }
}

const postgresUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Runs `task` with a new database, which is dropped afterwards. */
export async function withBenchDatabase<T>(task: (databaseUrl: string) => Promise<T>): Promise<T> {
  const name = await makeDatabase(postgresUrl, 'template1');
  try {
    return await task(addressOf(postgresUrl, name));
  } finally {
    await dropDatabase(postgresUrl, name);
  }
}

/** Runs `task` on a desk with this many orders on PostgreSQL. */
export const withFilledDesk = <T>(orders: number, task: (desk: Desk) => Promise<T>): Promise<T> =>
  withBenchDatabase(async (databaseUrl) => {
    const settings = { DATABASE_URL: databaseUrl, DEMO_ORDERS: '1' };
    // The first start creates the tables, the members and the one order that `fillOrders` requires.
    await withDesk(settings, async () => {});
    await fillOrders(databaseUrl, orders);
    return withDesk(settings, async (desk) => {
      // Give the jobs time to add the changes to the folder counts.
      await setTimeout(10_000);
      return task(desk);
    });
  });
