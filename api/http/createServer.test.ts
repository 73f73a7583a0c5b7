import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { publicServer } from '../publicServer.ts';
import { staffServer } from '../staffServer.ts';
import { rawConnection, rawRequest } from '../testing/rawConnection.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { compressAnswers, type ServerLimits } from './createServer.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('embedded', { MAX_CONNECTIONS: '30' });
});
afterAll(() => api.close());

const makers = {
  staff: (limits?: Partial<ServerLimits>) => staffServer(api.context, undefined, limits),
  customers: (limits?: Partial<ServerLimits>) => publicServer(api.context, limits),
};

// Checks that limits apply to requests. The limits themselves have their own tests.
describe.each(['staff', 'customers'] as const)('the origin of the %s', (which) => {
  const own: FastifyInstance[] = [];
  afterEach(() => Promise.all(own.splice(0).map((app) => app.close())));

  async function listen(limits?: Partial<ServerLimits>): Promise<string> {
    const app = await makers[which](limits);
    own.push(app);
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  async function openAtOnce(count: number, origin: string) {
    const all = await Promise.all(Array.from({ length: count }, () => rawConnection(origin)));
    const alive = () => all.filter(({ socket }) => !socket.closed && !socket.readableEnded).length;
    return { alive, close: () => all.forEach(({ socket }) => socket.destroy()) };
  }

  test('has the timeouts of connections', () => {
    const { timeout, keepAliveTimeout, headersTimeout, requestTimeout } = api[which].server;
    expect({ timeout, keepAliveTimeout, headersTimeout }).toEqual({
      timeout: 120_000,
      keepAliveTimeout: 72_000,
      headersTimeout: 15_000,
    });
    // A document of 20 MB at 100 KB/s takes about half of this time.
    expect(requestTimeout).toBeGreaterThan(420_000);
    expect(requestTimeout).toBeLessThan(480_000);
  });

  test('accepts 256 connections per address by default, and never over MAX_CONNECTIONS', async () => {
    const few = await openAtOnce(20, await listen({ maxPerAddress: 5 }));
    expect(await pollUntil(async () => few.alive(), (n) => n === 5)).toBe(5); // oxfmt-ignore
    few.close();
    const many = await openAtOnce(50, await listen());
    expect(await pollUntil(async () => many.alive(), (n) => n === 30)).toBe(30); // oxfmt-ignore
    many.close();
  });

  test('treats a request with an unknown Expect like any other', async () => {
    const { status, headers } = await rawRequest(await listen(), 'GET /api/none', { Expect: 'foo' });
    expect([status, headers['x-request-id']]).toEqual([404, expect.any(String)]);
  });

  test.each(['/api/front/nothing', '/%'])(
    'schedules requests for %.20s, and cuts off a client that sends thousands at once',
    async (address) => {
      const origin = await listen({ scheduler: { concurrency: 1, checkIntervalMs: 60_000, maxWaiting: 10 } });
      const { socket, ended } = await rawConnection(origin);
      let came = '';
      socket.on('data', (text) => (came += String(text)));
      socket.write(`GET ${address} HTTP/1.1\r\nHost: desk\r\n\r\n`.repeat(100));
      await ended();
      socket.destroy();
      expect(came.split('HTTP/1.1 ').length - 1).toBeLessThan(20);
      expect((await rawRequest(origin, `GET ${address}`)).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('compressed answers', () => {
  let app: FastifyInstance;
  let origin: string;
  beforeEach(async () => {
    app = Fastify();
    await compressAnswers(app);
    app.get('/endless', async (_request, reply) => {
      const rows = Readable.from(
        (function* () {
          for (;;) yield `${Math.random()}`.repeat(100);
        })(),
      );
      return reply.type('application/json').send(rows);
    });
    app.get('/rows', async () => ({ rows: 'x'.repeat(1_000_000) }));
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => {
    app.server.closeAllConnections();
    return app.close();
  });

  /** Sends a request and returns the response before its body. The caller must end the response. */
  const ask = (address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}${address}`, { headers: { 'Accept-Encoding': 'br' }, agent: false }, resolve).on('error', reject);
    });

  /** Reads the whole response, so that another can be compressed. */
  async function encoding() {
    const answer = await ask('/rows');
    for await (const _piece of answer);
    return answer.headers['content-encoding'];
  }

  test('while eight stalled readers occupy the encoders, other responses are not compressed', async () => {
    expect(await encoding()).toBe('br');
    const still = await Promise.all(Array.from({ length: 8 }, () => ask('/endless')));
    expect(still.map(({ headers }) => headers['content-encoding'])).toEqual(Array(8).fill('br'));
    expect(await encoding()).toBeUndefined();
    for (const answer of still) answer.destroy();
    expect(await pollUntil(encoding, (it) => it === 'br')).toBe('br');
  });
});
