import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { staffServer } from '../staffServer.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { rawConnection, rawRequest } from '../testing/rawConnection.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { assertJsonComplexity } from './bodies.ts';
import { createLogger } from './log.ts';

describe('JSON', () => {
  const limits = { deepest: 3, max: 4 };
  const looked = (json: string) => {
    try {
      assertJsonComplexity(json, limits);
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ['{"a":1,"b":2,"c":3,"d":4}', 'taken'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 'The body has too many values'],
    ['[1,2,3,4,5]', 'The body has too many values'],
    ['[{},{},{},{}]', 'The body has too many values'],
    ['[[[1]]]', 'taken'],
    ['[[[[1]]]]', 'The body is nested too deeply'],
    ['[[],[],[]]', 'The body has too many values'],
    ['"[[[[,,,,,,"', 'taken'],
    ['{"[[[[":",,,,,,"}', 'taken'],
    [String.raw`["\"[[[[,,,,,", "\\", 1]`, 'taken'],
    [String.raw`["\\",1,2,3,4]`, 'The body has too many values'],
    ['"never ends [[[[', 'taken'],
    ['', 'taken'],
  ])('%s is %s', (json, what) => {
    expect(looked(json)).toBe(what);
  });

  test('an unterminated text is scanned once, not repeatedly', () => {
    const began = performance.now();
    assertJsonComplexity(`"${'\\"'.repeat(2_000_000)}`, limits);
    assertJsonComplexity(`"${'\\'.repeat(4_000_000)}"`, limits);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  onOneDriver(
    (api) => {
      const post = async (url: string, payload: string, headers: Record<string, string> = {}) => {
        const asJson = { ...headers, 'content-type': 'application/json' };
        const response = await api().staff.inject({ method: 'POST', url: `/api${url}`, payload, headers: asJson });
        return [response.statusCode, response.json().message] as const;
      };
      const keys = (count: number) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));

      test('many keys, many entries and deep nesting are 400 without being parsed', async () => {
        const manyValues = [400, 'The body has too many values'];
        const track = '/front/track-order';
        expect(await post(track, keys(1_000))).toEqual(manyValues);
        expect(await post(track, `[${'1,'.repeat(1_000)}1]`)).toEqual(manyValues);
        expect(await post(track, `{"orderId":${'['.repeat(21)}`)).toEqual([400, 'The body is nested too deeply']);
        const headers = { authorization: await api().signIn('Team') };
        expect(await post(orderCalls.addRemark.path, keys(4_000), headers)).toEqual(manyValues);
      });

      test('keys that would change an object’s prototype are refused', async () => {
        for (const body of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
          expect((await post('/front/track-order', body))[0]).toBe(400);
        }
      });

      test('500 ids, and 500 intake orders with a hundred fields each, are accepted', async () => {
        const ids = Array.from({ length: 500 }, (_, index) => String(900_000_000_000_000_000n + BigInt(index)));
        const { httpStatus } = await api().callApi(
          orderCalls.assign,
          { orderId: ids, assignto: 'Tia Team' },
          { as: 'Team' },
        );
        expect(httpStatus).toBe(404);
        const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field_${index}`, 'no']));
        const orders = JSON.stringify({ orders: Array.from({ length: 500 }, () => fields) });
        const [, message] = await post('/intake/orders', orders, { 'x-api-key': 'the key of the intake' });
        expect(message).not.toMatch(/too many values/);
      });
    },
    { INTAKE_API_KEY: 'the key of the intake' },
  );
});

describe('a form', () => {
  const upload = `POST /api${documentCalls.upload.path}`;
  const multipart = 'multipart/form-data; boundary=x';

  const field = (name: string, value: string, type = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n${value}\r\n`;
  const fileHead = (name = 'uploadVisaDoc') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const file = (content = pdfOf().toString('latin1')) => `${fileHead()}${content}\r\n`;

  // Uses real sockets, to send bytes that no browser sends, and records the log.
  onOneDriver((api) => {
    let staff: FastifyInstance;
    let origin: string;
    let token: string;
    let fields: string;
    let lines: { level: number; msg: string; status?: number }[] = [];

    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });

    beforeAll(async () => {
      staff = await staffServer({ ...api().context, log: createLogger({ logLevel: 'debug' }, destination) });
      origin = await staff.listen({ port: 0, host: '127.0.0.1' });
      token = await api().signIn('Team');
      const orderId = await addOrder(api());
      fields = field('orderId', orderId) + field('email', 'a@example.com') + field('mailServiceProvider', 'AWS');
    });
    afterAll(() => staff.close());
    beforeEach(() => (lines = []));

    const post = (body: string, headers: Record<string, string | number> = {}) =>
      rawRequest(
        origin,
        upload,
        { Authorization: token, 'Content-Type': multipart, 'Content-Length': Buffer.byteLength(body), ...headers },
        body,
      );
    const tmp = () => path.join(api().context.settings.dataDir, 'tmp');
    const folders = async () => (existsSync(tmp()) ? readdir(tmp()) : []);
    /** Files in the temporary folder that this process has open, if the system can list them. */
    const held = async () => {
      const handles = existsSync('/proc/self/fd') ? await readdir('/proc/self/fd') : [];
      const files = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
      return files.filter((name) => name.startsWith(tmp()));
    };
    const errors = () => lines.filter(({ level, status = 0 }) => level >= 40 || status >= 500);
    const expectNothingLeft = async () => {
      expect(await pollUntil(folders, (names) => names.length === 0)).toEqual([]);
      expect(await pollUntil(held, (names) => names.length === 0)).toEqual([]);
      expect(errors()).toEqual([]);
    };

    test('a complete form is accepted', async () => {
      expect((await post(`${fields}${file()}--x--\r\n`)).status).toBe(200);
      await expectNothingLeft();
    });

    const malformed: [string, (fields: string) => string, Record<string, string>?][] = [
      ['without a boundary', () => '', { 'Content-Type': 'multipart/form-data' }],
      ['with another boundary', (given) => `${given}${file()}--x--\r\n`, { 'Content-Type': `${multipart}y` }],
      ['of garbage', () => '\0\x01\x02 garbage \r\n\r\n--x'],
      ['that is empty', () => ''],
      ['that ends within its fields', (given) => given.slice(0, -40)],
      ['that ends within its file', (given) => given + fileHead()],
      ['that ends within its file’s bytes', (given) => `${given}${fileHead()}%PDF-1.7\n${'a'.repeat(100_000)}`],
      ['without its last boundary', (given) => `${given}${file()}`],
      [
        'with a field typed as JSON',
        (given) => `${given}${field('confirmed', '{"toString":1}', 'application/json')}--x--\r\n`,
      ],
      [
        'with a field typed as JSON that is not JSON',
        (given) => `${given}${field('confirmed', '{', 'application/json')}--x--`,
      ],
      ['with a field named __proto__', (given) => `${given}${field('__proto__', 'x')}--x--\r\n`],
      ['with a field that is too long', (given) => `${given}${field('confirmed', 'x'.repeat(20_000))}--x--\r\n`],
      ['with a file of another name', (given) => `${given}${fileHead('other')}x\r\n--x--\r\n`],
      ['with a part that has no name', (given) => `${given}--x\r\nContent-Type: text/plain\r\n\r\nx\r\n--x--\r\n`],
      ['with a part without headers', (given) => `${given}--x\r\n\r\nx\r\n--x--\r\n`],
    ];
    test.each(malformed)('a form %s is 400', async (_what, form, headers = {}) => {
      const { status, body } = await post(form(fields), headers);
      expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ status: 0, data: null })]);
      await expectNothingLeft();
    });

    test.each(['gzip', 'br', 'deflate', 'nonsense'])(
      'an upload labelled %s is 415, and leaves nothing',
      async (label) => {
        const { status } = await post(`${fields}${file()}--x--\r\n`, { 'Content-Encoding': label });
        expect(status).toBe(415);
        await expectNothingLeft();
      },
    );

    test.each([
      ['within the fields', (given: string) => given.slice(0, -20)],
      ['within the file', (given: string) => `${given}${fileHead()}%PDF-1.7\n${'a'.repeat(200_000)}`],
      ['after the file', (given: string) => `${given}${file()}`],
      ['before anything', () => ''],
    ])('a client that disconnects %s leaves no file and no error in the log', async (_when, body) => {
      for (let times = 0; times < 5; times += 1) {
        const { socket, send } = await rawConnection(origin);
        const headers = { Authorization: token, 'Content-Type': multipart, 'Content-Length': 1_000_000 };
        send(upload, headers, body(fields));
        // The delay varies, so that the client disconnects at different stages of reading.
        await setTimeout(times * 20);
        socket.destroy();
      }
      await setTimeout(300);
      await expectNothingLeft();
    });

    test('a client that disconnects within a JSON body logs no error', async () => {
      for (const call of ['POST /api/front/track-order', 'POST /api/admin/add-new-remark']) {
        const { socket, send } = await rawConnection(origin);
        send(call, { Authorization: token, 'Content-Type': 'application/json', 'Content-Length': 100 }, '{"orderId"');
        await setTimeout(50);
        socket.destroy();
      }
      await setTimeout(300);
      expect(errors()).toEqual([]);
    });

    test('a file gets 413 as soon as it exceeds the limit', async () => {
      const { socket, send, answer } = await rawConnection(origin);
      const headers = { Authorization: token, 'Content-Type': multipart, 'Transfer-Encoding': 'chunked' };
      send(upload, headers);
      const say = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      say(fields + fileHead());
      const megabyte = 'a'.repeat(1_048_576);
      for (let sent = 0; sent < 21; sent += 1) if (!say(megabyte)) await setTimeout(5);
      expect(await answer()).toMatchObject({ status: 413, body: expect.stringContaining('The limit is 20 MB.') });
      socket.destroy();
      await expectNothingLeft();
    });

    test('a form that arrives too slowly gets 408 and leaves no file, even if more arrives', async () => {
      const slow = await staffServer({ ...api().context, log: createLogger({ logLevel: 'debug' }, destination) });
      slow.server.requestTimeout = 1_000;
      const address = await slow.listen({ port: 0, host: '127.0.0.1' });
      const { socket, send, answer } = await rawConnection(address);
      send(upload, { Authorization: token, 'Content-Type': multipart, 'Transfer-Encoding': 'chunked' });
      const say = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      say(fields + fileHead() + 'a'.repeat(300_000));
      const sending = setInterval(() => say('a'), 100);
      expect(await pollUntil(folders, (names) => names.length === 1)).toHaveLength(1);
      expect((await answer()).status).toBe(408);
      clearInterval(sending);
      socket.destroy();
      await expectNothingLeft();
      await slow.close();
    });

    test('parts that are not read count towards the limit too', async () => {
      const { socket, send, answer } = await rawConnection(origin);
      const headers = { Authorization: token, 'Content-Type': multipart, 'Transfer-Encoding': 'chunked' };
      send(upload, headers);
      const say = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      say('--x\r\nContent-Type: text/plain\r\n\r\n');
      const megabyte = 'a'.repeat(1_048_576);
      for (let sent = 0; sent < 22; sent += 1) if (!say(megabyte)) await setTimeout(5);
      expect((await answer()).status).toBe(413);
      socket.destroy();
      await expectNothingLeft();
    });
  });
});
