import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { documentCalls } from 'shared/api/documentCalls';
import { downloads } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { findDocument } from './documentQueries.ts';
import { deriveKey, signFileGrant, type FileGrant } from '../signing/tokens.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';

/** Size in bytes of the document that most tests use. */
const length = 1_000;

// Uses real sockets, because the tests are about headers, ranges and lengths.
onOneDriver((api) => {
  let staff: string;
  let customers: string;
  let orderId: string;
  let file1: string;
  let ofStaff: Record<string, string>;

  beforeAll(async () => {
    staff = await api().staff.listen({ port: 0, host: '127.0.0.1' });
    customers = await api().customers.listen({ port: 0, host: '127.0.0.1' });
    orderId = await addOrder(api(), { processStatus: 'Completed' });
    file1 = await uploadPdf(api(), orderId, length);
    ofStaff = { authorization: await api().signIn('Telecaller') };
  });

  const grant = (about: { file1?: string; downloadId?: number } = {}) =>
    signFileGrant(api().context.secret, { file1, ...about });

  const setDeleted = (isDeleted: boolean) =>
    api()
      .context.database.db.update(orders)
      .set(
        isDeleted
          ? { processStatus: 'Deleted', beforeDeleteStatus: 'Completed' }
          : { processStatus: 'Completed', beforeDeleteStatus: null },
      )
      .where(eq(orders.orderId, orderId));

  test('a member gets the whole file at both URLs, as a download and never from a cache', async () => {
    for (const address of [`/uploads/docs/${orderId}_${file1}`, `/uploads/visaDocs/${file1}`]) {
      const response = await fetch(staff + address, { headers: ofStaff });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(length),
        'content-disposition': expect.stringMatching(`^attachment; filename="Travel declaration ${orderId}.pdf"`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      await expect(response.text()).resolves.toHaveLength(length);
    }
  });

  test('a grant opens only its own file, without a session', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}?grant=`;
    await expect(fetch(address + (await grant()))).resolves.toMatchObject({ status: 200 });
    await expect(fetch(address + (await grant({ file1: 'other.pdf' })))).resolves.toMatchObject({ status: 401 });
    await expect(fetch(`${address}rubbish`)).resolves.toMatchObject({ status: 401 });
  });

  test('without session or grant it is 401, whether the file exists or not', async () => {
    for (const name of [
      `docs/${orderId}_${file1}`,
      `docs/${orderId}_none.pdf`,
      `visaDocs/${file1}`,
      'visaDocs/none.pdf',
    ]) {
      const response = await fetch(`${staff}/uploads/${name}`);
      expect(response.status).toBe(401);
      await expect(response.json()).resolves.toMatchObject({ status: 0, message: 'Please sign in.' });
    }
  });

  test('an unknown file, another order’s file and a name without an order are 404', async () => {
    const other = await addOrder(api());
    const unknown = ['docs/rubbish', `docs/${orderId}_none.pdf`, 'visaDocs/none.pdf', 'visaDocs/a%00b.pdf'];
    for (const name of [`docs/${other}_${file1}`, ...unknown]) {
      await expect(fetch(`${staff}/uploads/${name}`, { headers: ofStaff })).resolves.toMatchObject({ status: 404 });
    }
  });

  test('the public site accepts only grants, and has no staff URL', async () => {
    const address = `${customers}/uploads/docs/${orderId}_${file1}`;
    await expect(fetch(`${address}?grant=${await grant()}`)).resolves.toMatchObject({ status: 200 });
    await expect(fetch(address, { headers: ofStaff })).resolves.toMatchObject({ status: 401 });
    const ofMember = await fetch(`${customers}/uploads/visaDocs/${file1}?grant=${await grant()}`);
    expect(ofMember.status).toBe(404);
  });

  describe('an expired link to a document', () => {
    // Injected, because Node's fetch sends `Sec-Fetch-Mode: cors`, unlike a browser that navigates.
    const open = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*;q=0.8' }) =>
      api().customers.inject({ url, headers });
    const placeOf = async (address: string, headers?: Record<string, string>) => {
      const answer = await open(address, headers);
      return [answer.statusCode, answer.headers.location];
    };
    const toForm = () => [303, `/track-order/${orderId}?link=expired`];

    test('redirects to the form, whether or not the order exists, and is never cached', async () => {
      const expired = `?grant=${await expiredGrant(api(), { file1, downloadId: 1 })}`;
      for (const ending of [expired, '?grant=rubbish', '?grant=a&grant=b', '']) {
        expect(await placeOf(`/uploads/docs/${orderId}_${file1}${ending}`)).toEqual(toForm());
      }
      expect(await placeOf(`/uploads/docs/999999999_none.pdf${expired}`)).toEqual([
        303,
        '/track-order/999999999?link=expired',
      ]);
      const answer = await open(`/uploads/docs/${orderId}_${file1}${expired}`);
      expect(answer.headers['cache-control']).toBe('no-store');
      const ofBrowser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect(await placeOf(`/uploads/docs/${orderId}_${file1}${expired}`, ofBrowser)).toEqual(toForm());
    });

    test('redirects only to the form', async () => {
      for (const name of [
        'rubbish',
        '_x',
        '..%2f..%2fadmin_x',
        '%2f%2fevil.example%2f_x',
        'https:%2f%2fevil.example_x',
        '100471%0d%0aLocation:%20x_x',
        '100471%3flink=x_x',
        '100471%5c_x',
        '12_x',
        `${'9'.repeat(60)}_x`,
        '%3Cscript%3E_x',
      ]) {
        const place = await placeOf(`/uploads/docs/${name}?grant=x`);
        expect([name, ...place]).toEqual([name, 303, '/track-order?link=expired']);
      }
    });

    test('stays a 401 for scripts, downloads and embedding pages', async () => {
      const address = `/uploads/docs/${orderId}_${file1}?grant=${await expiredGrant(api(), { file1, downloadId: 1 })}`;
      const html = 'text/html,*/*;q=0.8';
      const askedOtherwise: Record<string, string>[] = [
        { accept: '*/*' },
        { accept: 'application/pdf' },
        { accept: html, range: 'bytes=400-' },
        { accept: html, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
        { accept: html, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' },
        { accept: html, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      ];
      for (const headers of askedOtherwise) {
        const answer = await open(address, headers);
        expect([headers, answer.statusCode, answer.json()]).toEqual([
          headers,
          401,
          expect.objectContaining({ message: 'This link has expired. Open the page again for a new one.' }),
        ]);
      }
      const head = await api().customers.inject({ method: 'HEAD', url: address, headers: { accept: html } });
      expect(head.statusCode).toBe(401);
      await expect(fetch(customers + address, { headers: { accept: html } })).resolves.toMatchObject({ status: 401 });
    });

    test('is a 401 on the staff origin for every kind of request', async () => {
      const grantOf = await expiredGrant(api(), { file1, downloadId: 1 });
      for (const name of [`docs/${orderId}_${file1}`, `visaDocs/${file1}`]) {
        const url = `/uploads/${name}?grant=${grantOf}`;
        expect((await api().staff.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(401);
      }
    });

    test('is a 404 with a valid grant for a missing file', async () => {
      const gone = await grant({ file1: 'none.pdf' });
      expect((await open(`/uploads/docs/${orderId}_none.pdf?grant=${gone}`)).statusCode).toBe(404);
    });
  });

  test('a preview is shown in our own page', async () => {
    const response = await fetch(`${staff}/uploads/visaDocs/${file1}?grant=${await grant()}&inline=1`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': expect.stringMatching('^inline; '),
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  test('a Range gets its bytes, and HEAD the same headers without a body', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}`;
    for (const method of ['GET', 'HEAD']) {
      const part = await fetch(address, { method, headers: { ...ofStaff, range: 'bytes=5-8' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 5-8/${length}`);
      expect(part.headers.get('content-length')).toBe('4');
      await expect(part.text()).resolves.toBe(method === 'GET' ? '1.7\n' : '');
    }
    const behind = await fetch(address, { headers: { ...ofStaff, range: `bytes=${length}-` } });
    expect(behind.status).toBe(416);
    expect(behind.headers.get('content-range')).toBe(`bytes */${length}`);
  });

  test('a range of a file that has changed gets the whole file', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}`;
    const etag = (await fetch(address, { method: 'HEAD', headers: ofStaff })).headers.get('etag')!;
    const ask = (ifRange: string) =>
      fetch(address, { headers: { ...ofStaff, range: 'bytes=5-8', 'if-range': ifRange } });
    await expect(ask(etag)).resolves.toMatchObject({ status: 206 });
    await expect(ask('"another"')).resolves.toMatchObject({ status: 200 });
  });

  test('a download is complete with its last byte, and resuming it adds to the same row', async () => {
    const { downloadId, address } = await beginDownload(api(), file1);
    const read = () => findDownload(api(), downloadId);
    await expect(read()).resolves.toMatchObject({ bytesSent: 0, completedAt: null });

    await fetch(customers + address, { method: 'HEAD' });
    await (await fetch(customers + address, { headers: { range: 'bytes=0-59' } })).text();
    await expect(pollUntil(read, (row) => row.bytesSent > 0)).resolves.toMatchObject({
      bytesSent: 60,
      completedAt: null,
    });

    await (await fetch(customers + address, { headers: { range: 'bytes=60-' } })).text();
    const complete = await pollUntil(read, (row) => row.bytesSent > 60);
    expect(complete).toMatchObject({ bytesSent: length, completedAt: expect.any(Date) });
  });

  test('a download needs all bytes to be complete, not just the last, in any order', async () => {
    const { downloadId, address } = await beginDownload(api(), file1);
    const read = () => findDownload(api(), downloadId);
    const get = async (range: string) => {
      const { bytesSent } = await read();
      await (await fetch(customers + address, { headers: { range } })).text();
      return pollUntil(read, (row) => row.bytesSent > bytesSent);
    };
    await expect(get('bytes=-1')).resolves.toMatchObject({ bytesSent: 1, completedAt: null });
    await expect(get('bytes=500-')).resolves.toMatchObject({ bytesSent: 501, completedAt: null });
    await expect(get('bytes=0-399')).resolves.toMatchObject({ bytesSent: 901, completedAt: null });
    // A browser that fetches several ranges at once may finish an earlier range last.
    await expect(get('bytes=400-499')).resolves.toMatchObject({ bytesSent: 1_001, completedAt: expect.any(Date) });
  });

  test('a download without the last byte is incomplete, even if as many bytes as the document has were sent', async () => {
    const { downloadId, address } = await beginDownload(api(), file1);
    const get = async (range: string) => (await fetch(customers + address, { headers: { range } })).text();
    await get('bytes=0-599');
    await get('bytes=0-599');
    await expect(
      pollUntil(
        () => findDownload(api(), downloadId),
        (row) => row.bytesSent === 1_200,
      ),
    ).resolves.toMatchObject({ bytesSent: 1_200, completedAt: null });
  });

  test('If-Range resumes a customer’s interrupted download, or restarts it if the file differs', async () => {
    const { address } = await beginDownload(api(), file1);
    const whole = await fetch(customers + address);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag')!;
    const goOn = (ifRange: string) =>
      fetch(customers + address, { headers: { range: 'bytes=400-', 'if-range': ifRange } });
    const rest = await goOn(etag);
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 400-${length - 1}/${length}`]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(400))).toBe(true);
    const anew = await goOn('"of another file"');
    expect([anew.status, (await anew.arrayBuffer()).byteLength]).toEqual([200, length]);
  });

  describe('a download interrupted after its grant has expired', () => {
    /** A download that began `minutes` ago: its URL with the grant, and the headers of its first response. */
    const begunAgo = async (minutes: number, of = file1) => {
      const { downloadId, address } = await beginDownload(api(), of);
      const first = await fetch(customers + address, { headers: { range: 'bytes=0-399' } });
      await first.text();
      await pollUntil(
        () => findDownload(api(), downloadId),
        ({ bytesSent }) => bytesSent === 400,
      );
      return { downloadId, etag: first.headers.get('etag')!, address: await signedAgo(address, minutes) };
    };
    /** Returns the URL with a grant that looks signed `minutes` ago. */
    const signedAgo = async (address: string, minutes: number) => {
      const [path, grant] = address.split('?grant=') as [string, string];
      const { sub, download } = decodeJwt<{ download?: number }>(grant);
      return `${path}?grant=${await expiredGrant(api(), { file1: sub!, downloadId: download }, minutes)}`;
    };
    const statusOf = async (address: string, headers: Record<string, string>) => {
      const answer = await fetch(customers + address, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };

    test.each(['if-range', 'if-match'])('is resumed with %s, and then complete', async (name) => {
      const { downloadId, etag, address } = await begunAgo(16);
      const rest = await fetch(customers + address, { headers: { range: 'bytes=400-', [name]: etag } });
      expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 400-${length - 1}/${length}`]);
      await rest.arrayBuffer();
      const complete = await pollUntil(
        () => findDownload(api(), downloadId),
        (row) => row.completedAt !== null,
      );
      expect(complete.bytesSent).toBe(length);
      // All bytes were sent, so there is nothing to resume.
      expect(await statusOf(address, { range: 'bytes=400-', [name]: etag })).toBe(401);
    });

    test('does not restart, and resumes only if the file is known to be the same', async () => {
      const { etag, address } = await begunAgo(16);
      const other = '"of another file"';
      const askedOtherwise: Record<string, string>[] = [
        {},
        { range: 'bytes=400-' },
        { 'if-range': etag },
        { range: 'bytes=0-', 'if-range': etag },
        { range: `bytes=-${length}`, 'if-range': etag },
        { range: 'bytes=400-499,600-', 'if-range': etag },
        { range: `bytes=${length}-`, 'if-range': etag },
        { range: 'bytes=400-', 'if-range': other },
        { range: 'bytes=400-', 'if-range': other, 'if-match': etag },
        { range: 'bytes=400-', 'if-match': '*' },
      ];
      for (const headers of askedOtherwise) expect([headers, await statusOf(address, headers)]).toEqual([headers, 401]);
    });

    test('can be resumed for two hours', async () => {
      for (const [minutes, status] of [
        [119, 206],
        [121, 401],
      ] as const) {
        const { etag, address } = await begunAgo(minutes);
        expect(await statusOf(address, { range: 'bytes=400-', 'if-range': etag })).toBe(status);
      }
    });

    test('is resumed only for its own file and order, with a grant for the download', async () => {
      const { etag, address } = await begunAgo(16);
      const headers = { range: 'bytes=400-', 'if-range': etag };
      const another = await addOrder(api(), { processStatus: 'Completed' });
      const otherFile = await uploadPdf(api(), another, length);
      const grantOf = address.split('?')[1]!;
      expect(await statusOf(`/uploads/docs/${another}_${file1}?${grantOf}`, headers)).toBe(401);
      expect(await statusOf(`/uploads/docs/${another}_${otherFile}?${grantOf}`, headers)).toBe(401);
      // A grant for this file that names another file's download cannot resume either.
      const { downloadId } = await begunAgo(16, otherFile);
      const mixed = await signFileGrant(api().context.secret, { file1, downloadId });
      const ofOther = await signedAgo(`/uploads/docs/${orderId}_${file1}?grant=${mixed}`, 16);
      expect(await statusOf(ofOther, headers)).toBe(401);
      const ofNone = await signFileGrant(api().context.secret, { file1 });
      expect(await statusOf(await signedAgo(`/uploads/docs/${orderId}_${file1}?grant=${ofNone}`, 16), headers)).toBe(
        401,
      );
    });

    test('ends when its order is deleted', async () => {
      const { etag, address } = await begunAgo(16);
      await setDeleted(true);
      expect(await statusOf(address, { range: 'bytes=400-', 'if-range': etag })).toBe(404);
      await setDeleted(false);
    });
  });

  test('an interrupted download is not complete', async () => {
    const size = 8 * 1024 * 1024;
    const { downloadId, address } = await beginDownload(api(), await uploadPdf(api(), orderId, size));
    const { port } = api().customers.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    const row = await pollUntil(
      () => findDownload(api(), downloadId),
      ({ bytesSent }) => bytesSent > 0,
    );
    expect(row.bytesSent).toBeLessThan(size);
    expect(row.completedAt).toBeNull();
  });

  describe('an aborted request leaves no file open', () => {
    /** The streams that the wrapped storage has opened. */
    const opened: Readable[] = [];
    /** While set, the wrapped storage waits for this promise before it opens a stream. */
    let hold: Promise<void> | undefined;
    let asked: () => void = () => {};
    let own: DocumentStorage;
    beforeAll(() => {
      own = api().context.storage;
      const get: DocumentStorage['get'] = async (...given) => {
        asked();
        await hold;
        const stream = await own.get(...given);
        if (stream) opened.push(stream);
        return stream;
      };
      api().context.storage = { ...own, get };
    });
    afterAll(() => void (api().context.storage = own));
    beforeEach(() => {
      opened.length = 0;
      hold = undefined;
    });
    const ask = (origin: 'staff' | 'customers', address: string) => {
      const { port } = api()[origin].server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ofStaff.authorization}\r\n\r\n`);
      return socket;
    };
    /** A document larger than the buffers of both sockets. */
    const large = async () => {
      const big = await uploadPdf(api(), orderId, 12 * 1024 * 1024);
      const { address } = await beginDownload(api(), big);
      return [
        ['staff', `/uploads/visaDocs/${big}`],
        ['customers', address],
      ] as const;
    };
    const allClosed = () =>
      pollUntil(
        async () => opened.map(({ closed }) => closed),
        (closed) => closed.length === 2 && closed.every(Boolean),
      );

    test('in the middle of the file', async () => {
      for (const [origin, address] of await large()) {
        const socket = ask(origin, address);
        await once(socket, 'data');
        socket.destroy();
      }
      await expect(allClosed()).resolves.toEqual([true, true]);
    });

    test('before storage has returned the first byte', async () => {
      for (const [origin, address] of await large()) {
        let release = () => {};
        hold = new Promise((resolve) => (release = resolve));
        const arrived = new Promise<void>((resolve) => (asked = resolve));
        const socket = ask(origin, address);
        await arrived;
        const gone = new Promise((resolve) => api()[origin].server.once('connection', resolve));
        socket.destroy();
        // Once the server has accepted another connection, it has noticed that the first one ended.
        const next = connect((api()[origin].server.address() as AddressInfo).port, '127.0.0.1');
        await gone;
        await new Promise((resolve) => setTimeout(resolve, 50));
        next.destroy();
        release();
      }
      await expect(allClosed()).resolves.toEqual([true, true]);
    });
  });

  test('a customer whose order is deleted gets no file, even with a grant', async () => {
    const { address } = await beginDownload(api(), file1);
    await setDeleted(true);
    await expect(fetch(customers + address)).resolves.toMatchObject({ status: 404 });
    await expect(fetch(`${staff}/uploads/visaDocs/${file1}`, { headers: ofStaff })).resolves.toMatchObject({
      status: 200,
    });
    await setDeleted(false);
  });

  test('an upload over the limit gets 413 with both sizes, even while still sending', async () => {
    const form = new FormData();
    form.append('orderId', orderId);
    form.append('uploadVisaDoc', new File(['%PDF-1.7\n', new Uint8Array(21.4 * 1024 * 1024)], 'big.pdf'));
    const response = await fetch(`${staff}/api${documentCalls.upload.path}`, {
      method: 'POST',
      headers: ofStaff,
      body: form,
    });
    expect(response.status).toBe(413);
    await expect(response.json()).resolves.toMatchObject({
      status: 0,
      message: '21.4 MB is too large. The limit is 20 MB.',
    });
  });
});

async function beginDownload({ context: appContext }: TestApi, file1: string) {
  const document = (await findDocument(appContext.database.db, file1))!;
  const { orderId, id: documentId } = document;
  const device = { ip: '203.0.113.24', browser: 'Safari-iPhone-mobile', os: 'iOS 19' };
  const [row] = await appContext.database.db
    .insert(downloads)
    .values({ orderId, documentId, ...device })
    .returning();
  const grant = await signFileGrant(appContext.secret, { file1, downloadId: row!.id });
  return { downloadId: row!.id, address: `/uploads/docs/${orderId}_${file1}?grant=${grant}` };
}

/** A grant that was signed `minutes` ago. */
const expiredGrant = ({ context: appContext }: TestApi, { file1, downloadId }: FileGrant, minutes = 16) =>
  new SignJWT({ download: downloadId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(file1)
    .setExpirationTime(Date.now() / 1000 + (15 - minutes) * 60)
    .sign(deriveKey(appContext.secret, 'file grant'));

async function findDownload({ context: appContext }: TestApi, id: number) {
  const [row] = await appContext.database.db.select().from(downloads).where(eq(downloads.id, id));
  return row!;
}
