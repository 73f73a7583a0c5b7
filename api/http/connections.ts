import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { addressKey } from './addressKey.ts';

/** What a connection may take: time-outs, in milliseconds, and room. Those of a request's body are its call's (`endSlowRequests`). */
export const connectionTimes = {
  // Without a byte in either direction: a reader who stands still, too. Phones lose their network for a while.
  connectionTimeout: 120_000,
  // Kept open between two requests: nobody signs in, reads and clicks faster for new connections.
  keepAliveTimeout: 72_000,
  // Bytes that wait on either side: whoever reads slowly has them waiting, and a thousand do it at once.
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, highWaterMark: 16 * 1_024 },
} satisfies FastifyHttpOptions<Server>;

/** How many connections an origin keeps open. */
export interface ConnectionLimits {
  atOnce: number;
  ofAddress: number;
  /** Whose connections are many people's: a proxy has to hold its callers apart itself. */
  isProxy: (address: string | undefined) => boolean;
  /** How long a connection without a request lasts once more than half of the places are taken; milliseconds. */
  silentMs?: number;
}

interface Connection {
  /** Requests that are not answered yet. */
  requests: number;
  /** When the connection began, or when its last request was answered. */
  idleSince: number;
}

/**
 * Limits the connections of one address and of all of them, before a byte is read. A whole office may share an address, so
 * it has many. When all places are taken, the newcomer gets the one of an idle connection, of the address that holds
 * the most: addresses that hold their places in silence shut nobody out. With no idle connection the newcomer is refused.
 */
export function limitConnections(
  app: FastifyInstance,
  { atOnce, ofAddress, isProxy, silentMs = 5_000 }: ConnectionLimits,
): void {
  const byAddress = new Map<string, Map<Socket, Connection>>();
  let total = 0;

  app.server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress);
    const count = byAddress.get(key)?.size ?? 0;
    if (count >= ofAddress && !isProxy(socket.remoteAddress)) return void socket.resetAndDestroy();
    if (total >= atOnce && !makeRoom()) return void socket.resetAndDestroy();
    const connections = byAddress.get(key) ?? new Map<Socket, Connection>();
    byAddress.set(key, connections.set(socket, { requests: 0, idleSince: performance.now() }));
    total += 1;
    socket.once('close', () => forget(key, socket));
  });

  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = byAddress.get(addressKey(socket.remoteAddress))?.get(socket);
    if (!connection) return;
    connection.requests += 1;
    answer.once('close', () => {
      connection.requests -= 1;
      connection.idleSince = performance.now();
    });
  });

  const sweeping = setInterval(() => {
    if (total <= atOnce / 2) return;
    // The next sweep would come too late for connections older than this.
    const before = performance.now() - silentMs * 0.8;
    for (const [key, connections] of byAddress) {
      for (const [socket, { requests, idleSince }] of connections) {
        if (requests === 0 && idleSince < before) drop(key, socket);
      }
    }
  }, silentMs / 5).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));

  /** Closes an idle connection. Returns false if there is none: a request under way is never cut for a newcomer. */
  function makeRoom(): boolean {
    const largestFirst = [...byAddress].sort(([, one], [, other]) => other.size - one.size);
    for (const [key, connections] of largestFirst) {
      for (const [socket, { requests }] of connections) {
        if (requests > 0) continue;
        drop(key, socket);
        return true;
      }
    }
    return false;
  }

  function drop(key: string, socket: Socket) {
    forget(key, socket);
    socket.destroy();
  }

  function forget(key: string, socket: Socket) {
    const connections = byAddress.get(key);
    if (!connections?.delete(socket)) return;
    total -= 1;
    if (connections.size === 0) byAddress.delete(key);
  }
}
