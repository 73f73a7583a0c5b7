import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy that can cut connections to an origin, even during a download, like bad Wi-Fi. */
export interface BrokenNetwork {
  /** The proxy's URL, to use instead of the origin's. */
  origin: string;
  /** Cuts all connections and blocks new ones once a connection has carried this many bytes. Then resolves. */
  cutAfter: (bytes: number) => Promise<void>;
  mend: () => void;
  /** Ends only the next connection that has carried this many bytes. Later ones work. */
  endAfter: (bytes: number) => void;
  /** The received `Range` headers, in order. */
  ranges: string[];
  close: () => void;
}

export async function brokenNetwork(origin: string): Promise<BrokenNetwork> {
  const { port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isCut = false;
  let atMost = Infinity;
  let cut = Promise.withResolvers<void>();
  let endsAlone = false;
  const ranges: string[] = [];

  const cutAll = () => {
    isCut = true;
    atMost = Infinity;
    for (const socket of sockets) socket.destroy();
    cut.resolve();
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), 'localhost');
    let carried = 0;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // Errors of cut connections are expected.
      socket.on('error', () => undefined);
    }
    near.pipe(far);
    near.on('data', (bytes) => {
      const range = /^range: *(.+)$/im.exec(bytes.toString('latin1'))?.[1];
      if (range) ranges.push(range.trim());
    });
    far.on('data', (bytes) => {
      carried += bytes.length;
      if (carried <= atMost) return void near.write(bytes);
      near.write(bytes.subarray(0, 1_000));
      if (!endsAlone) return void setImmediate(cutAll);
      endsAlone = false;
      atMost = Infinity;
      far.destroy();
      near.end();
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cutAfter: (bytes) => {
      cut = Promise.withResolvers();
      atMost = bytes;
      return cut.promise;
    },
    mend: () => {
      isCut = false;
    },
    endAfter: (bytes) => {
      endsAlone = true;
      atMost = bytes;
    },
    ranges,
    close: () => {
      cutAll();
      server.close();
    },
  };
}
