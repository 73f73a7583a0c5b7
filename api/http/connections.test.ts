import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { pollUntil } from '../testing/pollUntil.ts';
import { limitConnections, type ConnectionLimits, isProxy } from './connections.ts';

let app: FastifyInstance;
/** `GET /waiting` responds once this resolves. */
let released: Promise<void>;
const clients: Socket[] = [];

async function serve(given: Omit<ConnectionLimits, 'isProxy'> & Partial<ConnectionLimits>) {
  const limits = { isProxy: isProxy(false), ...given };
  app = Fastify();
  limitConnections(app, limits);
  app.get('/waiting', async () => {
    await released;
    return 'done';
  });
  app.post('/waiting', async () => 'done');
  await app.listen({ port: 0, host: '::' });
}
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app.close();
});

async function open(count: number, localAddress: string) {
  const { port } = app.server.address() as AddressInfo;
  const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  clients.push(...opened);
  // A refused client may be reset before its 'connect' event.
  await Promise.all(
    opened.map((client) => {
      client.on('error', () => {});
      return new Promise((resolve) => client.once('connect', resolve).once('close', resolve));
    }),
  );
  return opened;
}

const alive = (opened: Socket[]) => opened.filter((client) => !client.destroyed).length;

test('one address has a limited number of connections, and does not block others', async () => {
  await serve({ maxConnections: 100, maxPerAddress: 5 });
  const many = await open(30, '127.0.0.2');
  expect(
    await pollUntil(
      async () => alive(many),
      (n) => n === 5,
    ),
  ).toBe(5);
  const others = await open(5, '127.0.0.3');
  await setTimeout(100);
  expect(alive(others)).toBe(5);
});

test('a connection that ends makes room for another from its address', async () => {
  await serve({ maxConnections: 100, maxPerAddress: 5 });
  const first = await open(5, '127.0.0.2');
  for (const client of first) client.end();
  await pollUntil(
    async () => alive(first),
    (n) => n === 0,
  );
  const next = await open(5, '127.0.0.2');
  await setTimeout(100);
  expect(alive(next)).toBe(5);
});

test('behind a number of proxies, only the total of connections is limited', async () => {
  await serve({ maxConnections: 20, maxPerAddress: 5, isProxy: isProxy(1) });
  const many = await open(30, '127.0.0.2');
  expect(
    await pollUntil(
      async () => alive(many),
      (n) => n === 20,
    ),
  ).toBe(20);
});

test.each([
  ['a network', ['127.0.0.8/29']],
  ['an address', ['10.0.0.1', '127.0.0.9']],
])(
  'with proxies set to %s, each proxy has no limit per address, but direct callers still have one',
  async (_, trust) => {
    await serve({ maxConnections: 100, maxPerAddress: 5, isProxy: isProxy(trust) });
    const past = await open(30, '127.0.0.2');
    const through = await open(30, '127.0.0.9');
    expect(
      await pollUntil(
        async () => alive(past),
        (n) => n === 5,
      ),
    ).toBe(5);
    await setTimeout(100);
    expect(alive(through)).toBe(30);
  },
);

test.each([
  ['10.0.0.7', true],
  ['::ffff:172.17.0.1', true],
  ['fd00::1', true],
  ['203.0.113.5', false],
  ['2001:db8::5', false],
])('if only the number of proxies is known, %s may be one: %s', (address, expected) => {
  expect(isProxy(1)(address)).toBe(expected);
});

describe('when all connections are in use', () => {
  const alone = '127.0.0.9';
  const newcomer = '127.0.0.10';
  const fill = async () => {
    await serve({ maxConnections: 20, maxPerAddress: 10 });
    const [first] = await open(1, alone);
    return { first: first!, most: await open(10, '127.0.0.2'), others: await open(9, '127.0.0.3') };
  };

  test('a new connection replaces an idle one of the address with the most', async () => {
    const { first, most, others } = await fill();
    const came = await open(5, newcomer);
    expect(
      await pollUntil(
        async () => alive([...most, ...others]),
        (n) => n === 14,
      ),
    ).toBe(14);
    expect(alive([first, ...came])).toBe(6);
  });

  test('a request whose body does not arrive blocks nobody', async () => {
    await serve({ maxConnections: 3, maxPerAddress: 3 });
    let arrived = 0;
    app.server.on('request', () => (arrived += 1));
    const halfSent = await open(3, '127.0.0.2');
    for (const client of halfSent)
      client.write('POST /waiting HTTP/1.1\r\nHost: desk\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n1');
    await pollUntil(
      async () => arrived,
      (n) => n === 3,
    );
    const came = await open(2, newcomer);
    expect(
      await pollUntil(
        async () => alive(halfSent),
        (n) => n === 1,
      ),
    ).toBe(1);
    expect(alive(came)).toBe(2);
  });

  test('a request in progress is never cut: if all are, a new connection is refused', async () => {
    await serve({ maxConnections: 3, maxPerAddress: 3 });
    let release = () => {};
    released = new Promise<void>((resolve) => (release = resolve));
    let arrived = 0;
    app.server.on('request', () => (arrived += 1));
    const busy = await open(3, '127.0.0.2');
    for (const client of busy) client.write('GET /waiting HTTP/1.1\r\nHost: desk\r\n\r\n');
    await pollUntil(
      async () => arrived,
      (n) => n === 3,
    );
    const came = await open(2, newcomer);
    await pollUntil(
      async () => alive([...busy, ...came]),
      (n) => n === 3,
    );
    expect([alive(busy), alive(came)]).toEqual([3, 0]);
    const answers = Promise.all(busy.map((client) => once(client, 'data') as Promise<[Buffer]>));
    release();
    for (const [answer] of await answers) expect(answer.toString('latin1')).toMatch(/^HTTP\/1.1 200/);
  });
});

test('idle connections are closed earlier when more than half of all are in use', async () => {
  await serve({ maxConnections: 20, maxPerAddress: 20, silentMs: 500 });
  const few = await open(10, '127.0.0.2');
  await setTimeout(700);
  expect(alive(few)).toBe(10);
  await open(1, '127.0.0.3');
  expect(
    await pollUntil(
      async () => alive(few),
      (n) => n === 0,
    ),
  ).toBe(0);
});
