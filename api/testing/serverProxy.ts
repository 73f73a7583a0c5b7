import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How a connection breaks: before the message arrives, after the response, silently, or along with all others. */
export type Death = 'before' | 'after' | 'silence' | 'all';

type Decides = (sent: Buffer, connection: object) => Death | false;

/** A proxy for a PostgreSQL server that can cut connections, or drop packets like a firewall. */
export async function serverProxy(serverUrl: string) {
  const url = new URL(serverUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let silenced = false;
  let decides: Decides = () => false;
  let lost = new WeakSet<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    let death: Death | false = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    if (silenced) lost.add(client);
    client.on('data', (data) => {
      if (lost.has(client)) return;
      death ||= decides(data, client);
      if (death) decides = () => false;
      if (death === 'before') return void client.destroy();
      if (death === 'all') return cutAll();
      if (death === 'silence') lost.add(client);
      server.write(data);
    });
    server.on('data', (data) => {
      if (death === 'after') client.destroy();
      else if (!lost.has(client)) client.write(data);
    });
    // A client whose connection broke silently must not see the server close it.
    client.on('close', () => lost.has(client) || server.destroy());
    server.on('close', () => lost.has(client) || client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Drops all data in both directions, on new connections too, without closing connections. */
    silence: () => {
      silenced = true;
      for (const socket of sockets) lost.add(socket);
    },
    /** Lets new connections work again. Silenced connections stay silent. */
    speak: () => {
      silenced = false;
    },
    /** Calls `decide` with everything that clients send, until `decide` returns how to break the connection. */
    dieAt: (decide: Decides) => {
      decides = decide;
    },
    close: async () => {
      lost = new WeakSet();
      cutAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
