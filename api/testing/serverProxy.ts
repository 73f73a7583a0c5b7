import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * How a connection dies of what its client sends: the server never hears of it; its answer is there and the client is cut
 * before it hears of that; the client waits for an answer for ever; all connections go at once, as of a killed process.
 */
export type Death = 'before' | 'after' | 'silence' | 'all';

/** What is sent, and by which connection. */
type Decides = (sent: Buffer, connection: object) => Death | false;

/** A way to a PostgreSQL server that a test can silence, as a firewall does that drops packets, and cut. */
export interface ServerProxy {
  /** The server's database by this way. */
  url: string;
  /** From now on nothing gets through in either direction, on old connections and new ones; none is ended. */
  silence: () => void;
  /** New connections get through. The old ones stay silent for ever: their state is lost. */
  speak: () => void;
  /** Asked about all that a client sends before it is passed on, until it has said how that one connection dies. */
  dieAt: (decides: Decides) => void;
  close: () => Promise<void>;
}

/** Stands before the server that `serverUrl` names, on this machine. */
export async function serverProxy(serverUrl: string): Promise<ServerProxy> {
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
    // Who is cut off does not hear the other go either.
    client.on('close', () => lost.has(client) || server.destroy());
    server.on('close', () => lost.has(client) || client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: () => {
      silenced = true;
      for (const socket of sockets) lost.add(socket);
    },
    speak: () => {
      silenced = false;
    },
    dieAt: (given) => {
      decides = given;
    },
    close: async () => {
      lost = new WeakSet();
      cutAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
