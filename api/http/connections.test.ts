import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { settled } from '../testing/settled.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';
import { isProxy } from './trustProxy.ts';

let app: FastifyInstance;
const clients: Socket[] = [];

async function serve(given: Omit<ConnectionLimits, 'isProxy'> & Partial<ConnectionLimits>) {
  const limits = { isProxy: isProxy(false), ...given };
  app = Fastify();
  limitConnections(app, limits);
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
  await Promise.all(
    opened.map((client) =>
      once(
        client.on('error', () => {}),
        'connect',
      ),
    ),
  );
  return opened;
}

const alive = (opened: Socket[]) => opened.filter((client) => !client.destroyed).length;

test('one address keeps only so many connections, and nobody else out', async () => {
  await serve({ atOnce: 100, ofAddress: 5 });
  const many = await open(30, '127.0.0.2');
  expect(
    await settled(
      async () => alive(many),
      (n) => n === 5,
    ),
  ).toBe(5);
  const others = await open(5, '127.0.0.3');
  await setTimeout(100);
  expect(alive(others)).toBe(5);
});

test('a connection that ends makes room for another of its address', async () => {
  await serve({ atOnce: 100, ofAddress: 5 });
  const first = await open(5, '127.0.0.2');
  for (const client of first) client.end();
  await settled(
    async () => alive(first),
    (n) => n === 0,
  );
  const next = await open(5, '127.0.0.2');
  await setTimeout(100);
  expect(alive(next)).toBe(5);
});

test('behind a number of proxies, which all come through, only all of them together are limited', async () => {
  await serve({ atOnce: 20, ofAddress: 5, isProxy: isProxy(1) });
  const many = await open(30, '127.0.0.2');
  expect(
    await settled(
      async () => alive(many),
      (n) => n === 20,
    ),
  ).toBe(20);
});

test.each([
  ['a network', ['127.0.0.8/29']],
  ['an address', ['10.0.0.1', '127.0.0.9']],
])(
  'of proxies told as %s each has all connections, and who comes past them has those of one address',
  async (_, trust) => {
    await serve({ atOnce: 100, ofAddress: 5, isProxy: isProxy(trust) });
    const past = await open(30, '127.0.0.2');
    const through = await open(30, '127.0.0.9');
    expect(
      await settled(
        async () => alive(past),
        (n) => n === 5,
      ),
    ).toBe(5);
    await setTimeout(100);
    expect(alive(through)).toBe(30);
  },
);
