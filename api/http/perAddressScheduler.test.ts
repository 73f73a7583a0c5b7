import { createReadStream } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt, SignJWT } from 'jose';
import { deriveKey, signCustomerToken, signFileGrant, signMailGrant } from '../signing/tokens.ts';
import { staffServer } from '../staffServer.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { perAddressScheduler, callerClassOf, meanLagMs, shouldShed } from './fairness.ts';

describe('fair turns', () => {
  let app: FastifyInstance;
  let answered: string[];
  let arrived: number;
  /** How many requests of `/long` are running, and the maximum so far. */
  let running = 0;
  let peak = 0;

  beforeEach(async () => {
    answered = [];
    arrived = 0;
    app = Fastify();
    app.addHook('onRequest', async () => void (arrived += 1));
    app.addHook('onRequest', perAddressScheduler(false, { concurrency: 4, checkIntervalMs: 50, maxWaiting: 300 }));
    app.get('/quick', async () => {
      await setTimeout(5);
      return 'done';
    });
    app.get('/long', async () => {
      running += 1;
      peak = Math.max(peak, running);
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

  test('many requests of one address do not delay others, and are all answered', async () => {
    const flood = Array.from({ length: 200 }, () => ask('203.0.113.9'));
    expect(await ask('198.51.100.7')).toBe(200);
    expect(answered.length).toBeLessThanOrEqual(3 * 4);
    expect(await Promise.all(flood)).toEqual(Array(200).fill(200));
  });

  test('a slow request keeps its place until it is answered', async () => {
    const long = Array.from({ length: 12 }, () => ask('203.0.113.9', '/long'));
    expect(await ask('198.51.100.7')).toBe(200);
    expect(await Promise.all(long)).toEqual(Array(12).fill(200));
    expect(peak).toBe(4);
  });

  test.each([
    [
      'whose body is still arriving',
      'POST /body HTTP/1.1\r\nHost: desk\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n',
    ],
    ['that does not read its answer', 'GET /large HTTP/1.1\r\nHost: desk\r\n\r\n'],
    ['that does not read a stream', 'GET /stream HTTP/1.1\r\nHost: desk\r\n\r\n'],
  ])('a client %s does not delay others at its address', async (_, sent) => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const slow = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').pause());
    for (const client of slow) client.on('error', () => {}).write(sent);
    await pollUntil(
      async () => arrived,
      (n) => n === 8,
    );
    expect(await ask('127.0.0.1')).toBe(200);
    for (const client of slow) client.destroy();
  });

  test('a connection with thousands of pipelined requests is cut', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').resume();
    client.on('error', () => {}).write('GET /quick HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(5_000));
    await new Promise((resolve) => client.once('close', resolve));
    expect((await app.inject('/quick')).statusCode).toBe(200);
  });

  test('IPv4 addresses mapped to IPv6 do not count as one address', async () => {
    const flood = Array.from({ length: 100 }, () => ask('::ffff:203.0.113.9'));
    expect(await ask('::ffff:203.0.113.10')).toBe(200);
    expect(answered.length).toBeLessThanOrEqual(3 * 4);
    await Promise.all(flood);
  });
});

describe('load shedding', () => {
  const intakeApiKey = 'the key of the intake';

  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('embedded', { INTAKE_API_KEY: intakeApiKey, MAX_LAG_MS: '100' });
  });
  afterAll(() => api.close());

  const callers = (tokens: { staff: string; customer: string }) =>
    ({
      stranger: { method: 'POST', url: '/api/front/track-order', payload: {} },
      tokenless: { url: '/api/admin/get-folder-count' },
      customer: {
        method: 'POST',
        url: '/api/front/get-download-history',
        headers: { authorization: tokens.customer },
        payload: {},
      },
      staff: { url: '/api/admin/get-folder-count', headers: { authorization: tokens.staff } },
      health: { url: '/api/health' },
      file: { url: '/assets/app.0123abcd.js' },
      manifest: { url: '/remotes/remote-none/1.0.0/mf-manifest.json' },
    }) satisfies Record<string, InjectOptions>;

  /** Returns the status that each caller gets from a server whose event loop lags by `lagMs`. */
  async function statuses(lagMs: number) {
    const tokens = {
      staff: await api.signIn('Team'),
      customer: await signCustomerToken(api.context.secret, '100001'),
    };
    const staff = await staffServer(api.context, undefined, { lag: () => lagMs });
    try {
      const found = Object.entries(callers(tokens)).map(async ([name, request]) => {
        const { statusCode, headers } = await staff.inject(request);
        return [name, statusCode === 503 ? `503 ${headers['retry-after']}` : statusCode] as const;
      });
      return Object.fromEntries(await Promise.all(found)) as Record<string, unknown>;
    } finally {
      await staff.close();
    }
  }

  test.each([
    [1, []],
    [1.5, ['stranger']],
    [3, ['stranger', 'customer']],
    [4.1, ['stranger', 'customer', 'staff']],
  ])('at a lag of %d times the setting, these are shed: %j', (lags, expected) => {
    const ranks = ['stranger', 'customer', 'staff'] as const;
    expect(ranks.filter((rank) => shouldShed(rank, lags))).toEqual(expected);
  });

  describe('callers that count as more than strangers', () => {
    const file = '/uploads/docs/100001_x.pdf';
    const ofStaff = { url: '/api/admin/get-folder-count' };
    const ofCustomers = { method: 'POST', url: '/api/front/get-download-history', payload: {} } as const;
    const ofIntake = { method: 'POST', url: '/api/intake/orders', payload: {} } as const;
    const ranks: string[] = [];
    let staff: Awaited<ReturnType<typeof staffServer>>;
    beforeAll(async () => {
      staff = await staffServer(api.context, undefined, { lag: () => 0 });
      staff.addHook('onRequest', async (request) => void ranks.push(await callerClassOf(request)));
    });
    afterAll(() => staff.close());

    async function rank(request: InjectOptions, headers: Record<string, string> = {}) {
      ranks.length = 0;
      await staff.inject({ ...request, headers });
      return ranks;
    }
    /** Signs the token's claims again for `purpose`, as another instance would. */
    const signedElsewhere = (token: string, purpose: Parameters<typeof deriveKey>[1]) =>
      new SignJWT({ ...decodeJwt(token), jti: 'x' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(deriveKey(api.context.secret, purpose));

    test('nobody with an unsigned value', async () => {
      for (const request of [ofStaff, ofCustomers, ofIntake, { url: file }, { url: `${file}?grant=x` }]) {
        await expect(rank(request, { authorization: 'x', 'x-api-key': 'x' })).resolves.toEqual(['stranger']);
      }
    });

    test('callers with our own session, customer token, link or intake key', async () => {
      const session = { authorization: await api.signIn('Team') };
      await expect(rank(ofStaff, session)).resolves.toEqual(['staff']);
      await expect(rank({ url: file }, session)).resolves.toEqual(['staff']);
      const customer = { authorization: await signCustomerToken(api.context.secret, '100001') };
      await expect(rank(ofCustomers, customer)).resolves.toEqual(['customer']);
      const grant = await signFileGrant(api.context.secret, { file1: 'x.pdf' });
      await expect(rank({ url: `${file}?grant=${grant}` })).resolves.toEqual(['customer']);
      const mail = await signMailGrant(api.context.secret, { orderId: '100001', mailId: 1 });
      await expect(rank({ url: `/uploads/mails?grant=${mail}` })).resolves.toEqual(['customer']);
      await expect(rank(ofIntake, { 'x-api-key': intakeApiKey })).resolves.toEqual(['staff']);
    });

    test('nobody with a token that the route does not accept', async () => {
      const session = { authorization: await api.signIn('Team') };
      const customer = { authorization: await signCustomerToken(api.context.secret, '100001') };
      await expect(rank(ofCustomers, session)).resolves.toEqual(['stranger']);
      await expect(rank(ofStaff, customer)).resolves.toEqual(['stranger']);
      await expect(rank({ url: file }, customer)).resolves.toEqual(['stranger']);
    });

    test('callers with a token of another instance or from before a restart', async () => {
      const session = { authorization: await signedElsewhere(await api.signIn('Team'), 'session') };
      await expect(rank(ofStaff, session)).resolves.toEqual(['staff']);
      const token = await signedElsewhere(await signCustomerToken(api.context.secret, '100001'), 'customer token');
      await expect(rank(ofCustomers, { authorization: token })).resolves.toEqual(['customer']);
    });

    test('nobody with an expired session', async () => {
      const session = { authorization: await api.signIn('Team') };
      await expect(rank(ofStaff, session)).resolves.toEqual(['staff']);
      // Fakes only the date, because a request needs real timers.
      vi.useFakeTimers({ now: Date.now() + 13 * 3_600_000, toFake: ['Date'] });
      try {
        await expect(rank(ofStaff, session)).resolves.toEqual(['stranger']);
      } finally {
        vi.useRealTimers();
      }
    });

    test('nobody with a token signed by another key', async () => {
      const forged = await signedElsewhere(await api.signIn('Team'), 'customer token');
      await expect(rank(ofStaff, { authorization: forged })).resolves.toEqual(['stranger']);
      await expect(rank({ url: `${file}?grant=${forged}` })).resolves.toEqual(['stranger']);
    });
  });

  test('while the event loop lags, strangers are shed first, then customers, then staff', async () => {
    // Requests for immutable files are never shed. These files do not exist, so the answer is always 404.
    const all = { stranger: 400, tokenless: 401, customer: 400, staff: 200, health: 200, file: 404, manifest: 404 };
    const busy = '503 5';
    expect(await statuses(100)).toEqual(all);
    expect(await statuses(101)).toEqual({ ...all, stranger: busy, tokenless: busy });
    expect(await statuses(201)).toEqual({ ...all, stranger: busy, tokenless: busy, customer: busy });
    expect(await statuses(401)).toEqual({ ...all, stranger: busy, tokenless: busy, customer: busy, staff: busy });
  });

  test('an event loop counts as lagging if it is blocked repeatedly', async () => {
    const status = async () => {
      const end = performance.now() + 150;
      while (performance.now() < end);
      return (await api.staff.inject({ url: '/api/admin/get-folder-count' })).statusCode;
    };
    // These requests cause the lag, so the pause between them must not grow as in `pollUntil`.
    while ((await status()) !== 503) await setTimeout(20);
  });

  describe('the mean lag of the event loop', () => {
    /** Returns the lag of samples with these delays in milliseconds. */
    const lagOfDelays = (...late: number[]) => {
      const samples = late.map((ms) => (20 + ms) * 1e6);
      const sum = samples.reduce((total, one) => total + one, 0);
      return meanLagMs({ count: late.length, mean: sum / late.length, max: Math.max(...samples) });
    };

    test('repeated delays are a lag', () => expect(lagOfDelays(700, 700, 700)).toBe(700));
    test('one long delay is not a lag', () => expect(lagOfDelays(0, 0, 2_000, 0)).toBe(0));
  });
});
