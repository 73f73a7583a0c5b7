import { setTimeout } from 'node:timers/promises';
import { allCalls } from 'shared/api/allCalls';
import { bodyLimitOf, isAudience, type Call } from 'shared/api/call';
import { callUrl } from 'shared/api/client/callUrl';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { may, roles, type Role } from 'shared/rules/permissions';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { rawConnection, rawRequest } from '../testing/rawConnection.ts';

const calls = Object.entries<Call>(allCalls);
const withBody = calls.filter(([, call]) => call.method !== 'GET');
const jobId = '00000000-0000-4000-8000-000000000000';
const intakeApiKey = 'the key of the intake';

/** Uses real sockets and never sends a whole body, so only calls that do not wait for the body can respond. */
onOneDriver(
  (api) => {
    let staff: string;
    beforeAll(async () => {
      staff = await api().staff.listen({ port: 0, host: '127.0.0.1' });
      // The order waits for its customer, because a message to any other order is refused before its size is checked.
      await addOrder(api(), { orderId: '100001', processStatus: 'Awaiting' });
    });

    const lineOf = (call: Call) =>
      `${call.method} ${callUrl(call, { orderId: '100001', orderName: 'newOrder', jobId }).path}`;
    const typeOf = (call: Call) => (call.files ? 'multipart/form-data; boundary=x' : 'application/json');
    const ask = async (call: Call, headers: Record<string, string | number>) => {
      const sent = { 'Content-Type': typeOf(call), 'Content-Length': 9, ...headers };
      const { status, headers: answered, body } = await rawRequest(staff, lineOf(call), sent, '{');
      const { message, ...envelope } = JSON.parse(body);
      expect(message).toEqual(expect.any(String));
      expect(envelope).toMatchObject({ status: 0, data: null });
      expect(answered.connection).toBe('close');
      return status;
    };

    /** The headers of a caller who may make this call. */
    const allowed = async ({ needs }: Call): Promise<Record<string, string>> => {
      if (needs === 'anyone') return {};
      if (needs === 'intake') return { 'X-Api-Key': intakeApiKey };
      if (needs === 'customer') return { Authorization: await signCustomerToken(api().context.secret, '100001') };
      return { Authorization: await api().signIn(roles.find((role) => may(role, needs))!) };
    };

    test.each(calls.filter(([, { needs }]) => needs !== 'anyone'))(
      '%s: the 401 without a session does not wait for the body',
      async (_name, call) => {
        expect(await ask(call, {})).toBe(401);
        expect(await ask(call, { Authorization: 'nonsense', 'X-Api-Key': 'nonsense' })).toBe(401);
        expect(await ask(call, { 'Content-Encoding': 'br', 'Content-Length': 900_000_000 })).toBe(401);
      },
    );

    const barred = calls.flatMap(([name, call]): [string, Role, Call][] => {
      const { needs } = call;
      if (isAudience(needs)) return [];
      return roles.filter((role) => !may(role, needs)).map((role) => [name, role, call]);
    });
    test.each(barred)('%s: the 403 for a %s does not wait for the body', async (_name, role, call) => {
      expect(await ask(call, { Authorization: await api().signIn(role) })).toBe(403);
    });

    test.each(withBody)('%s: a declared length over the limit is 413 before the body is read', async (_name, call) => {
      const limit = call.files ? 21 * 1_048_576 : bodyLimitOf(call);
      expect(await ask(call, { ...(await allowed(call)), 'Content-Length': limit + 1 })).toBe(413);
    });

    test.each(withBody)('%s: a compressed body is 415 before it is read', async (_name, call) => {
      for (const encoding of ['br', 'gzip', 'deflate', 'zstd', 'identity, br', 'nonsense']) {
        const headers = { ...(await allowed(call)), 'Content-Encoding': encoding };
        expect([encoding, await ask(call, headers)]).toEqual([encoding, 415]);
      }
    });

    test('body limits are 16 KB without a session, 64 KB with one, and 2 MB for many orders', () => {
      const kilobytes = new Map(withBody.map(([name, call]) => [name, bodyLimitOf(call) / 1024]));
      expect(Object.fromEntries(kilobytes)).toMatchObject({ login: 16, track: 16, downloadHistory: 16, addRemark: 64 });
      const bulks = ['assign', 'changeStatus', 'move', 'restore', 'completeRefund', 'handleMessages'];
      for (const [name, { needs }] of withBody) {
        if (bulks.includes(name)) expect(kilobytes.get(name)).toBe(2_048);
        else if (needs !== 'intake') expect(kilobytes.get(name)).toBeLessThan(65);
      }
    });

    test('a body of unknown length is cut at the limit', async () => {
      const { socket, send, answer } = await rawConnection(staff);
      send('POST /api/front/track-order', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' });
      const chunk = `400\r\n${' '.repeat(1024)}\r\n`;
      for (let sent = 0; sent < 20; sent += 1) socket.write(chunk);
      expect((await answer()).status).toBe(413);
      socket.destroy();
    });

    test('the 404 for an unknown path does not wait for the body', async () => {
      const { status } = await rawRequest(staff, 'POST /api/nothing', { 'Content-Length': 9 });
      expect(status).toBe(404);
      const page = await rawRequest(staff, 'POST /admin', { 'Content-Length': 9 });
      expect(page.status).toBe(404);
    });

    test('a body with the encoding identity is read', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 2, 'Content-Encoding': 'identity' };
      expect((await rawRequest(staff, lineOf(allCalls.track), headers, '{}')).status).toBe(400);
    });

    test('a client that is still sending 20 MB gets the 401 for its ended session', async () => {
      const form = new FormData();
      form.append('uploadVisaDoc', new File([new Uint8Array(20 * 1_048_576)], 'big.pdf'));
      const response = await fetch(staff + callUrl(documentCalls.upload, {}).path, { method: 'POST', body: form });
      expect(response.status).toBe(401);
    });

    test('a client that keeps sending after the response is cut off, whatever the declared length', async () => {
      const { socket, send, answer, ended } = await rawConnection(staff);
      send(lineOf(orderCalls.addRemark), { 'Content-Type': 'application/json', 'Content-Length': 1e12 });
      expect((await answer()).status).toBe(401);
      await ended();
      const chunk = Buffer.alloc(65_536);
      let sent = 0;
      let cut = false;
      socket.once('close', () => (cut = true));
      while (!cut && sent < 64 * 1_048_576) {
        sent += chunk.length;
        if (!socket.write(chunk)) await setTimeout(1);
      }
      expect(cut).toBe(true);
    });
  },
  { INTAKE_API_KEY: intakeApiKey },
);
