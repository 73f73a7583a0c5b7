import { connect, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { fairTurns } from './fairTurns.ts';

let app: FastifyInstance;
let answered: string[];

beforeEach(async () => {
  answered = [];
  app = Fastify();
  app.addHook('onRequest', fairTurns(false, { atOnce: 4, mostMs: 100, waitingAtMost: 300 }));
  app.get('/quick', async () => {
    await setTimeout(5);
    return 'done';
  });
  app.get('/long', async () => {
    await setTimeout(1_000);
    return 'done';
  });
});
afterEach(() => app.close());

const ask = async (remoteAddress: string, url = '/quick') => {
  const { statusCode } = await app.inject({ url, remoteAddress });
  answered.push(remoteAddress);
  return statusCode;
};

test('what one address sends at once keeps nobody else waiting, and is all answered', async () => {
  const flood = Array.from({ length: 200 }, () => ask('203.0.113.9'));
  expect(await ask('198.51.100.7')).toBe(200);
  expect(answered.length).toBeLessThanOrEqual(3 * 4);
  expect(await Promise.all(flood)).toEqual(Array(200).fill(200));
});

test('requests that take long do not keep the others of their address waiting', async () => {
  const long = Array.from({ length: 8 }, () => ask('203.0.113.9', '/long'));
  await setTimeout(20);
  expect(await ask('203.0.113.9')).toBe(200);
  expect(answered).toHaveLength(1);
  await Promise.all(long);
});

test('thousands of requests sent down one connection do not pile up: it is cut', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').resume();
  client.on('error', () => {}).write('GET /quick HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(5_000));
  await new Promise((resolve) => client.once('close', resolve));
  expect((await app.inject('/quick')).statusCode).toBe(200);
});

test('a whole network of IPv4 told over IPv6 is not one address', async () => {
  const flood = Array.from({ length: 100 }, () => ask('::ffff:203.0.113.9'));
  expect(await ask('::ffff:203.0.113.10')).toBe(200);
  expect(answered.length).toBeLessThanOrEqual(3 * 4);
  await Promise.all(flood);
});
