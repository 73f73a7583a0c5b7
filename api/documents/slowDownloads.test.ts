import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { documents } from '../db/schema/documents.ts';
import { signFileGrant } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

const readers = 20;
/** More than both sockets can buffer, so that most of the file waits in storage. */
const size = 12 * 1_048_576;

/** Bytes of memory that each reader may cost, including the buffers on both sides. */
const mayHold = 2 * 1_048_576;

onOneDriver((api) => {
  test('slow readers use little memory each, and all get the file', async () => {
    await api().customers.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api().customers.server.address() as AddressInfo;
    const orderId = await addOrder(api());
    const file1 = 'large.pdf';
    const { database, storage } = api().context;
    // Stored directly, because an upload would read the whole file first.
    const stored = await storage.put(file1, Readable.from([Buffer.alloc(size, 'declaration')]), 'application/pdf');
    const document = { orderId, file1, customerName: '', originalName: file1, contentType: 'application/pdf' };
    await database.db.insert(documents).values({ ...document, ...stored, storageKey: file1 });
    const grant = await signFileGrant(api().context.secret, { file1 });
    // Garbage is collected first, so that chunks already sent do not count.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = () => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    const sockets: Socket[] = [];
    const heads = await Promise.all(
      Array.from({ length: readers }, async () => {
        const socket = connect(port, '127.0.0.1');
        sockets.push(socket);
        socket.write(`GET /uploads/docs/${orderId}_${file1}?grant=${grant} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        const head = await new Promise<string>((resolve) =>
          socket.once('readable', () => resolve(String((socket.read(12) as Buffer | null) ?? ''))),
        );
        return head;
      }),
    );
    expect(new Set(heads)).toEqual(new Set(['HTTP/1.1 200']));
    let most = 0;
    for (let second = 0; second < 5; second += 1) {
      for (const socket of sockets) socket.read(Math.min(10_240, socket.readableLength));
      await setTimeout(200);
      most = Math.max(most, held() - before);
    }
    for (const socket of sockets) socket.destroy();
    expect(most / readers).toBeLessThan(mayHold);
  });
});
