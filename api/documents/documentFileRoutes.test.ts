import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { downloads } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onBothDrivers.ts';
import { settled } from '../testing/settled.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { findDocument } from './documentQueries.ts';
import { signFileGrant } from '../signing/fileGrant.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';

/** Bytes of the document that all of them are about. */
const length = 1_000;

// Over real sockets: headers, parts and lengths are what is at stake.
onBothDrivers((api) => {
  let staff: string;
  let customers: string;
  let orderId: string;
  let file1: string;
  let ofStaff: Record<string, string>;

  beforeAll(async () => {
    staff = await api().staff.listen({ port: 0, host: '127.0.0.1' });
    customers = await api().customers.listen({ port: 0, host: '127.0.0.1' });
    orderId = await addOrder(api());
    file1 = await uploadPdf(api(), orderId, length);
    ofStaff = { authorization: await api().signIn('Telecaller') };
  });

  const grant = (about: { file1?: string; downloadId?: number } = {}) =>
    signFileGrant(api().desk.secret, { file1, ...about });

  test('a member gets it whole at both addresses, as a file to keep and never from a cache', async () => {
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

  test('a grant opens its file without a session, and no other', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}?grant=`;
    await expect(fetch(address + (await grant()))).resolves.toMatchObject({ status: 200 });
    await expect(fetch(address + (await grant({ file1: 'other.pdf' })))).resolves.toMatchObject({ status: 401 });
    await expect(fetch(`${address}rubbish`)).resolves.toMatchObject({ status: 401 });
  });

  test('without session or grant it is 401, whether it exists or not', async () => {
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

  test('an unknown file, another order and a name without one are 404', async () => {
    const other = await addOrder(api());
    const unknown = ['docs/rubbish', `docs/${orderId}_none.pdf`, 'visaDocs/none.pdf', 'visaDocs/a%00b.pdf'];
    for (const name of [`docs/${other}_${file1}`, ...unknown]) {
      await expect(fetch(`${staff}/uploads/${name}`, { headers: ofStaff })).resolves.toMatchObject({ status: 404 });
    }
  });

  test('the public origin takes grants only, and knows no staff address', async () => {
    const address = `${customers}/uploads/docs/${orderId}_${file1}`;
    await expect(fetch(`${address}?grant=${await grant()}`)).resolves.toMatchObject({ status: 200 });
    await expect(fetch(address, { headers: ofStaff })).resolves.toMatchObject({ status: 401 });
    const ofMember = await fetch(`${customers}/uploads/visaDocs/${file1}?grant=${await grant()}`);
    expect(ofMember.status).toBe(404);
  });

  test('a preview is shown in our own page', async () => {
    const response = await fetch(`${staff}/uploads/visaDocs/${file1}?grant=${await grant()}&inline=1`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': expect.stringMatching('^inline; '),
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  test('a Range gets its part, and HEAD the same headers without bytes', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}`;
    for (const method of ['GET', 'HEAD']) {
      const part = await fetch(address, { method, headers: { ...ofStaff, range: 'bytes=5-8' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 5-8/${length}`);
      expect(part.headers.get('content-length')).toBe('4');
      await expect(part.text()).resolves.toBe(method === 'GET' ? '1.4\n' : '');
    }
    const behind = await fetch(address, { headers: { ...ofStaff, range: `bytes=${length}-` } });
    expect(behind.status).toBe(416);
    expect(behind.headers.get('content-range')).toBe(`bytes */${length}`);
  });

  test('a part of a file that changed since is the whole file', async () => {
    const address = `${staff}/uploads/visaDocs/${file1}`;
    const etag = (await fetch(address, { method: 'HEAD', headers: ofStaff })).headers.get('etag')!;
    const ask = (ifRange: string) =>
      fetch(address, { headers: { ...ofStaff, range: 'bytes=5-8', 'if-range': ifRange } });
    await expect(ask(etag)).resolves.toMatchObject({ status: 206 });
    await expect(ask('"another"')).resolves.toMatchObject({ status: 200 });
  });

  test('a download is complete with its last byte, and a continuation adds to the same row', async () => {
    const { downloadId, address } = await beginDownload(api(), file1);
    const read = () => findDownload(api(), downloadId);
    await expect(read()).resolves.toMatchObject({ bytesSent: 0, completedAt: null });

    await fetch(customers + address, { method: 'HEAD' });
    await (await fetch(customers + address, { headers: { range: 'bytes=0-59' } })).text();
    await expect(settled(read, (row) => row.bytesSent > 0)).resolves.toMatchObject({
      bytesSent: 60,
      completedAt: null,
    });

    await (await fetch(customers + address, { headers: { range: 'bytes=60-' } })).text();
    const complete = await settled(read, (row) => row.bytesSent > 60);
    expect(complete).toMatchObject({ bytesSent: length, completedAt: expect.any(Date) });
  });

  test('a download that breaks off is not complete', async () => {
    const size = 8 * 1024 * 1024;
    const { downloadId, address } = await beginDownload(api(), await uploadPdf(api(), orderId, size));
    const { port } = api().customers.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    const row = await settled(
      () => findDownload(api(), downloadId),
      ({ bytesSent }) => bytesSent > 0,
    );
    expect(row.bytesSent).toBeLessThan(size);
    expect(row.completedAt).toBeNull();
  });

  describe('whoever goes away leaves no file open', () => {
    /** Stands before the storage: keeps what it opened, and lets a test hold it back. */
    const opened: Readable[] = [];
    let hold: Promise<void> | undefined;
    let asked: () => void = () => {};
    let own: DocumentStorage;
    beforeAll(() => {
      own = api().desk.storage;
      const get: DocumentStorage['get'] = async (...given) => {
        asked();
        await hold;
        const stream = await own.get(...given);
        if (stream) opened.push(stream);
        return stream;
      };
      api().desk.storage = { ...own, get };
    });
    afterAll(() => void (api().desk.storage = own));
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
    /** Larger than what sockets hold between them. */
    const large = async () => {
      const big = await uploadPdf(api(), orderId, 12 * 1024 * 1024);
      const { address } = await beginDownload(api(), big);
      return [
        ['staff', `/uploads/visaDocs/${big}`],
        ['customers', address],
      ] as const;
    };
    const allClosed = () =>
      settled(
        async () => opened.map(({ closed }) => closed),
        (closed) => closed.length === 2 && closed.every(Boolean),
        5_000,
      );

    test('in the middle', async () => {
      for (const [origin, address] of await large()) {
        const socket = ask(origin, address);
        await once(socket, 'data');
        socket.destroy();
      }
      await expect(allClosed()).resolves.toEqual([true, true]);
    });

    test('before the first byte was found', async () => {
      for (const [origin, address] of await large()) {
        let release = () => {};
        hold = new Promise((resolve) => (release = resolve));
        const arrived = new Promise<void>((resolve) => (asked = resolve));
        const socket = ask(origin, address);
        await arrived;
        const gone = new Promise((resolve) => api()[origin].server.once('connection', resolve));
        socket.destroy();
        // Once another connection is there, the end of the first has been heard.
        const next = connect((api()[origin].server.address() as AddressInfo).port, '127.0.0.1');
        await gone;
        await new Promise((resolve) => setTimeout(resolve, 50));
        next.destroy();
        release();
      }
      await expect(allClosed()).resolves.toEqual([true, true]);
    });
  });

  test('a customer whose order is deleted gets nothing more, whatever was granted', async () => {
    const { address } = await beginDownload(api(), file1);
    const set = (processStatus: 'New' | 'Deleted', beforeDeleteStatus: 'New' | null) =>
      api()
        .desk.database.db.update(orders)
        .set({ processStatus, beforeDeleteStatus })
        .where(eq(orders.orderId, orderId));
    await set('Deleted', 'New');
    await expect(fetch(customers + address)).resolves.toMatchObject({ status: 404 });
    await expect(fetch(`${staff}/uploads/visaDocs/${file1}`, { headers: ofStaff })).resolves.toMatchObject({
      status: 200,
    });
    await set('New', null);
  });

  test('an upload over the limit is 413 with both sizes, heard by a browser that is still sending', async () => {
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

async function beginDownload({ desk }: TestApi, file1: string) {
  const document = (await findDocument(desk.database.db, file1))!;
  const { orderId, id: documentId } = document;
  const device = { ip: '203.0.113.24', browser: 'Safari-iPhone-mobile', os: 'iOS 19' };
  const [row] = await desk.database.db
    .insert(downloads)
    .values({ orderId, documentId, ...device })
    .returning();
  const grant = await signFileGrant(desk.secret, { file1, downloadId: row!.id });
  return { downloadId: row!.id, address: `/uploads/docs/${orderId}_${file1}?grant=${grant}` };
}

async function findDownload({ desk }: TestApi, id: number) {
  const [row] = await desk.database.db.select().from(downloads).where(eq(downloads.id, id));
  return row!;
}
