import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signFileGrant } from '../signing/fileGrant.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

const readers = 20;
/** Bytes: more than the sockets of both sides hold, so that most of it waits in the storage. */
const size = 12 * 1_048_576;

/**
 * Bytes a reader may cost. The embedded database's own memory is counted with it, and may grow by tens of megabytes
 * meanwhile; whoever holds the whole file is found all the same.
 */
const mayHold = { postgres: 512 * 1_024, embedded: 2 * 1_048_576 };

onOneDriver((api, driver) => {
  test('readers who hardly read hold a little of the file each, and all of them are served', async () => {
    await api().customers.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api().customers.server.address() as AddressInfo;
    const orderId = await addOrder(api());
    const file1 = await uploadPdf(api(), orderId, size);
    const grant = await signFileGrant(api().desk.secret, { file1 });
    // What passed already is no longer held: without a collection it would count.
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
    expect(most / readers).toBeLessThan(mayHold[driver]);
  });
});
