import { createReadStream } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { settled } from '../testing/settled.ts';
import { fairTurns } from './fairTurns.ts';

let app: FastifyInstance;
let answered: string[];
let arrived: number;
/** How many of `/long` run, and the most that ran at once. */
let running = 0;
let most = 0;

beforeEach(async () => {
  answered = [];
  arrived = 0;
  app = Fastify();
  app.addHook('onRequest', async () => void (arrived += 1));
  app.addHook('onRequest', fairTurns(false, { atOnce: 4, lookMs: 50, waitingAtMost: 300 }));
  app.get('/quick', async () => {
    await setTimeout(5);
    return 'done';
  });
  app.get('/long', async () => {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(200);
    running -= 1;
    return 'done';
  });
  app.post('/body', async () => 'done');
  app.get('/large', async () => Buffer.alloc(30_000_000));
  app.get('/stream', async () => createReadStream('/dev/zero'));
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

test('a request that takes long keeps its place until it is answered', async () => {
  const long = Array.from({ length: 12 }, () => ask('203.0.113.9', '/long'));
  expect(await ask('198.51.100.7')).toBe(200);
  expect(await Promise.all(long)).toEqual(Array(12).fill(200));
  expect(most).toBe(4);
});

test.each([
  [
    'whose body is still coming',
    'POST /body HTTP/1.1\r\nHost: desk\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n',
  ],
  ['that does not read its answer', 'GET /large HTTP/1.1\r\nHost: desk\r\n\r\n'],
  ['that does not read a stream', 'GET /stream HTTP/1.1\r\nHost: desk\r\n\r\n'],
])('a client %s keeps no others of its address waiting', async (_, sent) => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const slow = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').pause());
  for (const client of slow) client.on('error', () => {}).write(sent);
  await settled(
    async () => arrived,
    (n) => n === 8,
  );
  expect(await ask('127.0.0.1')).toBe(200);
  for (const client of slow) client.destroy();
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
