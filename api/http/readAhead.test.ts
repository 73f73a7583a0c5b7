import type { FastifyInstance } from 'fastify';
import { orderCalls } from 'shared/api/orderCalls';
import type { Database } from '../db/database.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { newOrigin } from './newOrigin.ts';
import { Refusal } from './Refusal.ts';
import { serve } from './serve.ts';
import { deleteSessionsOf } from './sessionQueries.ts';

let api: TestApi;
let app: FastifyInstance;
/** The orders that were read ahead. */
const asked: string[] = [];
/** What reading one does. */
let readOne: (orderId: string) => Promise<unknown>;

beforeAll(async () => {
  api = await startTestApi('embedded');
  app = await newOrigin(api.desk, 'http://localhost');
  serve(app, orderCalls.details, async (_input, { read }) => ({ message: 'Read', data: read as never }), {
    readAhead: ({ orderId }: { orderId: string }, _db: Database) => {
      asked.push(orderId);
      return readOne(orderId);
    },
  });
});
afterAll(async () => {
  await app.close();
  await api.close();
});
beforeEach(() => {
  asked.length = 0;
  readOne = async (orderId) => ({ orderId });
});

async function ask(orderId: string, authorization?: string) {
  const url = `/api${orderCalls.details.path.replace(':orderId', orderId)}`;
  const response = await app.inject({ method: 'GET', url, headers: { ...(authorization && { authorization }) } });
  return { status: response.statusCode, body: response.json<{ message: string; data: unknown }>() };
}

test('who may call gets what was read ahead, and it was read once', async () => {
  const { status, body } = await ask('123456', await api.signIn('Team'));
  expect([status, body.data, asked]).toEqual([200, { orderId: '123456' }, ['123456']]);
});

test('for nobody and for a token that is none of ours, nothing is read', async () => {
  const [head, payload] = (await api.signIn('Team')).split('.');
  const told = [await ask('123456'), await ask('123456', 'none'), await ask('123456', `${head}.${payload}.AAAA`)];
  expect(told.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(asked).toEqual([]);
});

test('a session that has ended gets nothing of it, and is told so also when the reading failed', async () => {
  const token = await api.signIn('Manager');
  await deleteSessionsOf(api.desk.database.db, api.memberIds.Manager);
  const dead = await ask('123456', token);
  expect([dead.status, dead.body.data]).toEqual([401, null]);
  readOne = () => Promise.reject(new Error('cannot be read'));
  expect((await ask('123456', token)).status).toBe(401);
});

test('who may call is told why it could not be read', async () => {
  const token = await api.signIn('Team');
  readOne = () => Promise.reject(new Refusal(404, 'Order not found'));
  expect((await ask('123456', token)).status).toBe(404);
  expect((await ask('abc', token)).status).toBe(400);
  expect(asked).toEqual(['123456']);
});

test('nothing is read ahead of a call that changes something', () => {
  const read = async () => null;
  expect(() => serve(app, orderCalls.addRemark, async () => null as never, { readAhead: read })).toThrow(/changes/);
});
