import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { staffServer } from '../staffServer.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { rawConnection, rawRequest, type RawAnswer } from '../testing/rawConnection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('embedded');
});
afterAll(() => api.close());

/** Expects the envelope, and every header that other responses of the API have. */
function expectRefusal({ status, headers, body }: RawAnswer, expected: number) {
  expect([status, JSON.parse(body)]).toEqual([expected, { status: 0, message: expect.any(String), data: null }]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'cache-control': 'no-store',
  });
}

describe('a request that comes too slowly', () => {
  const post =
    'POST /api/front/track-order HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
  let origin: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await staffServer(api.context);
    app.server.requestTimeout = 1_000;
    // Node uses the longer of both timeouts for the whole request.
    app.server.headersTimeout = 500;
    app.get('/waiting', () => new Promise(() => {}));
    app.get('/long', (_request, reply) => {
      const answer = new PassThrough();
      answer.write('first');
      return reply.send(answer);
    });
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => {
    app.server.closeAllConnections();
    return app.close();
  });

  test('gets 408, even while its body trickles in', async () => {
    const half = await Promise.all(Array.from({ length: 20 }, () => rawConnection(origin)));
    for (const { socket } of half) socket.write(post);
    const trickle = setInterval(() => half.forEach(({ socket }) => socket.write(' ')), 100);
    for (const { answer, ended } of half) {
      expectRefusal(await answer(), 408);
      await ended();
    }
    clearInterval(trickle);
    for (const { socket } of half) socket.destroy();
  });

  test.each([
    ['/waiting', ''],
    ['/long', 'first'],
  ])('is cut off without a text that would mix with the pending response of %s', async (address, said) => {
    const { socket, ended } = await rawConnection(origin);
    let came = '';
    socket.on('data', (text) => (came += String(text)));
    socket.write(`GET ${address} HTTP/1.1\r\nHost: desk\r\n\r\n${post}`);
    await ended();
    socket.destroy();
    expect(came).toContain(said);
    expect(came).not.toContain('HTTP/1.1 408');
  });
});

describe.each(['staff', 'customers'] as const)('on the origin of the %s', (which) => {
  let app: FastifyInstance;
  let origin: string;
  beforeAll(async () => {
    app = api[which];
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
  });

  test.each(['/%', '/api/%', '/api/front/%zz', '/uploads/docs/%E0%A4%A'])('the address %s is 400', async (address) => {
    expectRefusal(await rawRequest(origin, `GET ${address}`), 400);
    expectRefusal(await rawRequest(origin, `POST ${address}`, { 'Content-Length': 900_000_000 }), 400);
  });

  test.each(['/admin/view-order/%%%', '//evil.test/admin'])(
    'a browser that opens %s gets the not-found page',
    async (url) => {
      const { status, headers } = await rawRequest(origin, `GET ${url}`, { Accept: 'text/html' });
      expect([status, headers.location]).toEqual([302, '/not-found']);
    },
  );

  test('an unreadable URL closes the connection', async () => {
    const long = await rawRequest(origin, `DELETE /api/admin/bulk/${'a'.repeat(300)}`);
    const unreadable = await rawRequest(origin, 'GET /%');
    const closed = which === 'staff' ? [long, unreadable] : [unreadable];
    expect(closed.map(({ headers }) => headers.connection)).toEqual(closed.map(() => 'close'));
  });

  test('a URL that is too long is 414', async () => {
    expectRefusal(await rawRequest(origin, `GET /api/nothing?${'a'.repeat(5_000)}`), 414);
    const ofPart = await rawRequest(origin, `DELETE /api/admin/bulk/${'a'.repeat(300)}`);
    expectRefusal(ofPart, which === 'staff' ? 414 : 404);
  });

  test('headers that are too large get 431, even while the client still sends them', async () => {
    const { socket, send, answer, ended } = await rawConnection(origin);
    send('GET /', { 'X-Large': 'a'.repeat(500_000) });
    expectRefusal(await answer(), 431);
    await ended();
    socket.destroy();
  });

  test('a client that sends endless headers is cut off', async () => {
    const { socket } = await rawConnection(origin);
    let cut = false;
    socket.once('close', () => (cut = true));
    socket.write('GET / HTTP/1.1\r\nX: ');
    for (let sent = 0; !cut && sent < 1_000; sent += 1) {
      if (!socket.write('a'.repeat(65_536))) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(cut).toBe(true);
  });

  test.each(['NONSENSE', 'GET / HTTP/9.9', 'GET / HTTP/1.1\r\nno colon'])('%j is 400', async (line) => {
    const { socket, answer, ended } = await rawConnection(origin);
    socket.write(`${line}\r\n\r\n`);
    expectRefusal(await answer(), 400);
    await ended();
    socket.destroy();
  });

  test('a body with invalid chunks is 400', async () => {
    const { socket, answer, ended } = await rawConnection(origin);
    socket.write('POST /api/front/track-order HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\n');
    socket.write('Transfer-Encoding: chunked\r\n\r\nZZ\r\n');
    expectRefusal(await answer(), 400);
    await ended();
    socket.destroy();
  });
});

test('no response of the API may be cached', async () => {
  const headers = { authorization: await api.signIn('Admin') };
  const addresses = ['/api/health', '/api/openapi.json', '/api/nothing', '/api', '/api/user_info', '/%61pi/user_info'];
  for (const url of [
    ...addresses,
    '/api/admin/get-orders-list/newOrder?limit=all',
    '/api/admin/get-orders-list/none',
  ]) {
    for (const given of [headers, {}]) {
      const answer = await api.staff.inject({ url, headers: given });
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
    }
  }
  const post = await api.customers.inject({ method: 'POST', url: '/api/front/track-order', payload: {} });
  expect([post.statusCode, post.headers['cache-control']]).toEqual([400, 'no-store']);
});
