import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { customerCalls } from 'shared/api/customerCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { downloads } from '../db/schema/documents.ts';
import { failedAttempts } from '../db/schema/members.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { readSettings } from '../settings/settings.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { addressKey, callerAddress, trustProxyOption } from './connections.ts';

/** The caller's address for a request with this header, if TRUST_PROXY has this value. */
async function seenFrom(setting: string, forwardedFor: string | undefined, socket: string): Promise<string> {
  const { trustProxy } = readSettings({ TRUST_PROXY: setting });
  const app = Fastify({ trustProxy: trustProxyOption(trustProxy) });
  app.get('/', async (request) => callerAddress(request, trustProxy));
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const { body } = await app.inject({ url: '/', remoteAddress: socket, headers });
  await app.close();
  return body;
}

const proxy = '10.0.0.1';

test.each([
  ['no proxy is trusted by default', '', '198.51.100.7', proxy],
  ['0 trusts no proxy', '0', '198.51.100.7', proxy],
  ['one proxy: the last address, which it wrote', '1', '198.51.100.7', '198.51.100.7'],
  ['one proxy: addresses that the sender wrote are ignored', '1', '1.1.1.1, 2.2.2.2, 198.51.100.7', '198.51.100.7'],
  ['two proxies: the last but one', '2', '1.1.1.1, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ['two proxies, but the request passed only one', '2', '198.51.100.7', proxy],
  ['one proxy that wrote nothing', '1', undefined, proxy],
  ['one proxy that wrote no address', '1', '1.1.1.1, garbage', proxy],
  ['one proxy that wrote a name with markup', '1', '<script>alert(1)</script>', proxy],
  ['an IPv6 address', '1', '2001:db8::7', '2001:db8::7'],
  ['an address with its port', '1', '198.51.100.7:51234', '198.51.100.7'],
  ['an IPv6 address with its port', '1', '[2001:db8::7]:51234', '2001:db8::7'],
  ['its networks, with ports', '10.0.0.0/8', '1.1.1.1:1, 198.51.100.7:51234, 10.0.0.2:443', '198.51.100.7'],
  [
    'its networks: the first address from outside of them',
    '10.0.0.0/8',
    '1.1.1.1, 198.51.100.7, 10.0.0.2',
    '198.51.100.7',
  ],
  ['its networks, with garbage before the first proxy', '10.0.0.0/8', 'garbage, 10.0.0.2', proxy],
  ['a single address', ' 10.0.0.1 ', '198.51.100.7', '198.51.100.7'],
  ['networks by name, and of IPv6', 'uniquelocal, 2001:db8::/32', '1.1.1.1, 198.51.100.7, 2001:db8::1', '198.51.100.7'],
  ['a sender outside of the networks is not trusted', '192.0.2.0/24', '198.51.100.7', proxy],
])('%s', async (_what, setting, forwardedFor, from) => {
  expect(await seenFrom(setting, forwardedFor, proxy)).toBe(from);
});

test('a dual-stack socket reports an IPv4 proxy as IPv6', async () => {
  expect(await seenFrom('10.0.0.0/8', '198.51.100.7', '::ffff:10.0.0.1')).toBe('198.51.100.7');
  expect(await seenFrom('10.0.0.0/8', '198.51.100.7', '::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1');
});

onOneDriver(
  (api) => {
    test('a caller with a forged first address is limited by the address that the proxy saw', async () => {
      const statuses: number[] = [];
      for (let time = 0; time < 12; time += 1) {
        const { httpStatus } = await api().callApi(
          sessionCalls.login,
          { email: `nobody${time}@demo.test`, password: 'x' },
          { address: proxy, headers: { 'x-forwarded-for': `1.2.3.${time}, 198.51.100.7` } },
        );
        statuses.push(httpStatus);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
      const kept = await api().context.database.db.select().from(failedAttempts);
      expect(new Set(kept.map(({ address }) => address))).toEqual(new Set(['198.51.100.7']));
    });

    test('a customer is limited and recorded by the address that the proxy saw', async () => {
      const { database, secret } = api().context;
      await database.db.delete(failedAttempts);
      const from = (n: number) =>
        ({ origin: 'public', address: proxy, headers: { 'x-forwarded-for': `1.2.3.${n}, 198.51.100.8` } }) as const;
      const statuses: number[] = [];
      for (let time = 0; time < 12; time += 1) {
        const wrong = { orderId: String(730_000 + time), email: `nobody${time}@example.com` };
        statuses.push((await api().callApi(customerCalls.track, wrong, from(time))).httpStatus);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(404), 429, 429]);

      const waits = await addOrder(api(), { processStatus: 'Awaiting' });
      const token = await signCustomerToken(secret, waits);
      await api().callApi(customerCalls.sendMessage, { orderId: waits, text: 'Hello' }, { ...from(1), token });
      const [message] = await database.db.select().from(customerMessages).where(eq(customerMessages.orderId, waits));
      const ready = await addOrder(api(), { processStatus: 'Completed' });
      const file1 = await uploadPdf(api(), ready);
      const asked = { orderId: ready, customername: 'customer', file1 } as const;
      const ofReady = { ...from(2), token: await signCustomerToken(secret, ready) };
      await api().callApi(customerCalls.downloadDocument, asked, ofReady);
      const [download] = await database.db.select().from(downloads).where(eq(downloads.orderId, ready));
      expect([message?.address, download?.ip]).toEqual(['198.51.100.8', '198.51.100.8']);
    });
  },
  { TRUST_PROXY: '1' },
);

describe('the rate limit key of an address', () => {
  test('an IPv4 address has one key, however a socket writes it', () => {
    for (const told of ['203.0.113.24', '::ffff:203.0.113.24', '::FFFF:cb00:7118']) {
      expect(addressKey(told)).toBe('203.0.113.24');
    }
  });

  test('addresses of one IPv6 /64 share a key, those of another do not', () => {
    for (const told of [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff:ffff:ffff:ffff',
      '2001:0db8:0001:0002::',
      '2001:db8:1:2::1%eth0',
    ]) {
      expect(addressKey(told)).toBe('2001:db8:1:2::/64');
    }
    expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
  });

  test('all invalid addresses share one key', () => {
    for (const told of [undefined, '', 'unknown', 'garbage', '1.2.3.4, 5.6.7.8', '<script>']) {
      expect(addressKey(told)).toBe('unknown');
    }
  });
});
