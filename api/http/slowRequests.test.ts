import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { settled } from '../testing/settled.ts';
import { errorHandler } from './errorHandler.ts';
import { Refusal } from './Refusal.ts';
import { securityHeaders } from './securityHeaders.ts';
import { endSlowRequests } from './slowRequests.ts';

/** A twentieth of the product's times. */
const pace = { silenceMs: 1_000, bytesPerSecond: 1_000_000, everyMs: 50 };
const megabyte = 1_048_576;

const headers = securityHeaders({ origin: 'http://localhost', translateScriptUrl: null });

const apps: FastifyInstance[] = [];
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.destroy();
  await Promise.all(apps.map((app) => app.close()));
});

/** An app of each test's own: nearly all of their time is waiting, which they do together. */
async function listen() {
  const received: number[] = [];
  const app = Fastify({ bodyLimit: 32 * megabyte });
  apps.push(app);
  app.setErrorHandler(errorHandler);
  const slow = endSlowRequests(app, headers, pace);
  // As where the database is asked who calls.
  app.addHook('onRequest', async ({ url }) => {
    if (url.endsWith('?wait')) await setTimeout(2.5 * pace.silenceMs);
  });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/bytes', async ({ body }) => {
    received.push((body as Buffer).length);
    return { status: 1 };
  });
  app.post('/long', async (_request, reply) => {
    const answer = new PassThrough();
    answer.write('first');
    return reply.send(answer);
  });
  app.post('/never', () => new Promise(() => {}));
  await app.listen({ port: 0, host: '127.0.0.1' });

  /** Begins a POST and sends nothing of its body. */
  function begin(length: number | 'chunked', address = '/bytes') {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    let answer = '';
    client.on('data', (data) => (answer += String(data))).on('error', () => {});
    const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    client.write(`POST ${address} HTTP/1.1\r\nHost: desk\r\nContent-Type: application/octet-stream\r\n${size}\r\n\r\n`);
    return { client, closed: once(client, 'close'), answer: () => answer };
  }

  const openConnections = () => new Promise<number>((resolve) => app.server.getConnections((_error, n) => resolve(n)));
  return { app, slow, received, begin, openConnections };
}

test.concurrent('half-sent requests are all ended, with the reason', async () => {
  const { received, begin, openConnections } = await listen();
  const half = Array.from({ length: 200 }, (_, index) => begin(index % 2 ? 1_000 : 'chunked'));
  for (const { client } of half) client.write('3\r\nabc\r\n');
  await Promise.all(half.map(({ closed }) => closed));
  for (const { answer } of half) {
    expect(answer()).toMatch(
      /^HTTP\/1.1 408 Request Timeout\r\n[^]*\r\n\r\n\{"status":0,"message":"The request did not arrive/,
    );
  }
  expect(received).toEqual([]);
  expect(await settled(openConnections, (n) => n === 0)).toBe(0);
});

test.concurrent('a body that trickles without a pause is ended once its call could long have had it', async () => {
  const { begin } = await listen();
  const { client, closed, answer } = begin(100_000);
  const trickle = setInterval(() => client.write('x'), 100);
  await closed;
  clearInterval(trickle);
  expect(answer()).toContain('HTTP/1.1 408 ');
});

test.concurrent(
  'a document of 20 MB on a line of 100 KB a second gets through',
  async () => {
    const { received, begin } = await listen();
    // A twentieth of the times, so twenty times the line: 2 MB a second, in pieces with pauses that a busy machine may
    // make eight times as long before they are a silence.
    const { client, answer } = begin(20 * megabyte);
    for (let sent = 0; sent < 80; sent += 1) {
      client.write(Buffer.alloc(megabyte / 4));
      await setTimeout(125);
    }
    await settled(async () => answer(), Boolean);
    expect(answer()).toContain('HTTP/1.1 200 ');
    expect(received).toEqual([20 * megabyte]);
  },
  60_000,
);

test.concurrent('what has arrived whole may take any time to be answered', async () => {
  const { app, received, begin } = await listen();
  app.server.removeAllListeners('timeout');
  const { client, answer } = begin(3);
  client.write('abc');
  await settled(async () => answer(), Boolean);
  await setTimeout(2 * pace.silenceMs);
  expect(client.destroyed).toBe(false);
  expect(received).toEqual([3]);
});

test.concurrent.each([3, 30_000, 5 * megabyte])(
  'that we read %i bytes late is not held against who sent them',
  async (length) => {
    const { received, begin } = await listen();
    const { client, answer } = begin(length, '/bytes?wait');
    client.write(Buffer.alloc(length));
    await settled(async () => answer(), Boolean);
    expect(answer()).toContain('HTTP/1.1 200 ');
    expect(received).toEqual([length]);
  },
);

test.concurrent('who sends no more once we read is ended all the same', async () => {
  const { begin } = await listen();
  const { client, closed, answer } = begin(30_000, '/bytes?wait');
  client.write(Buffer.alloc(20_000));
  await closed;
  expect(answer()).toContain('HTTP/1.1 408 ');
});

test.concurrent('the answer to what was sent before on the same connection gets no other into it', async () => {
  const { begin } = await listen();
  const { client, closed, answer } = begin(3, '/long');
  client.write('abc');
  await settled(async () => answer(), Boolean);
  client.write(
    'POST /bytes HTTP/1.1\r\nHost: desk\r\nContent-Type: application/octet-stream\r\nContent-Length: 9\r\n\r\n',
  );
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 200 [^]*first/);
  expect(answer()).not.toContain('408');
});

test.concurrent('who waits for an earlier answer of the same connection is not told 408 in its place', async () => {
  const { begin } = await listen();
  const { client, closed, answer } = begin(3, '/never');
  client.write('abcPOST /bytes HTTP/1.1\r\nHost: desk\r\nContent-Type: application/octet-stream\r\n');
  client.write('Content-Length: 9\r\n\r\n');
  await closed;
  expect(answer()).toBe('');
});

test.concurrent('all that is still coming can be told that it is too late, though it goes on sending', async () => {
  const { app, slow, received, begin } = await listen();
  const coming = Array.from({ length: 5 }, () => begin(20 * megabyte));
  const sending = setInterval(() => coming.forEach(({ client }) => client.write(Buffer.alloc(10_000))), 10);
  await settled(
    async () => app.server,
    () => slow.endAll(stopping()) === 5,
    1_000,
  );
  await Promise.all(coming.map(({ closed }) => closed));
  clearInterval(sending);
  for (const { answer } of coming) {
    expect(answer()).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n[^]*\r\nretry-after: 5\r\n/i);
    expect(answer()).toContain('"message":"Later"');
  }
  expect(received).toEqual([]);
});

const stopping = () => new Refusal(503, 'Later', { headers: { 'Retry-After': '5' } });
