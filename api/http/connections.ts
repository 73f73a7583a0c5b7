import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { addressKey } from './callerAddress.ts';

/** Bytes a second of the slowest line that is served. */
const slowestLine = 50_000;

/** The timeouts of a connection, in milliseconds, and its buffers. `mostBytes`: of the largest body that a call takes. */
export const connectionLimits = (mostBytes: number) =>
  ({
    // Without a byte in either direction: a reader who stands still, too. Phones lose their network for a while.
    connectionTimeout: 120_000,
    // Kept open between two requests: nobody signs in, reads and clicks faster for new connections.
    keepAliveTimeout: 72_000,
    // A whole request. Node knows one time for all of them, so it is that of the largest upload.
    requestTimeout: 20_000 + Math.ceil((mostBytes / slowestLine) * 1_000),
    // The buffers are small because a thousand slow readers may fill theirs at once.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, highWaterMark: 16 * 1_024 },
  }) satisfies FastifyHttpOptions<Server>;

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
  /** Answers that are not out yet. */
  due: Set<ServerResponse>;
  /** When the connection began, or when its last request was answered. */
  idleSince: number;
}

/**
 * Limits the connections of one address and of all of them, before a byte is read. A whole office may share an address, so
 * it has many. When all places are taken, the newcomer gets the one of an idle connection, of the address that holds
 * the most: addresses that hold their places in silence shut nobody out. With no idle connection the newcomer is refused.
 * Returns the lookup of the answers that a connection still waits for.
 */
export function limitConnections(
  app: FastifyInstance,
  { atOnce, ofAddress, isProxy, silentMs = 5_000 }: ConnectionLimits,
): (socket: Socket) => readonly ServerResponse[] {
  const byAddress = new Map<string, Map<Socket, Connection>>();
  let total = 0;

  app.server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress);
    const count = byAddress.get(key)?.size ?? 0;
    if (count >= ofAddress && !isProxy(socket.remoteAddress)) return void socket.resetAndDestroy();
    if (total >= atOnce && !makeRoom()) return void socket.resetAndDestroy();
    const connections = byAddress.get(key) ?? new Map<Socket, Connection>();
    byAddress.set(key, connections.set(socket, { due: new Set(), idleSince: performance.now() }));
    total += 1;
    socket.once('close', () => forget(key, socket));
  });

  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = find(socket);
    if (!connection) return;
    connection.due.add(answer);
    answer.once('close', () => {
      connection.due.delete(answer);
      connection.idleSince = performance.now();
    });
  });

  const sweeping = setInterval(() => {
    if (total <= atOnce / 2) return;
    // The next sweep would come too late for connections older than this.
    const before = performance.now() - silentMs * 0.8;
    for (const [key, connections] of byAddress) {
      for (const [socket, { due, idleSince }] of connections) {
        if (due.size === 0 && idleSince < before) drop(key, socket);
      }
    }
  }, silentMs / 5).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));

  return (socket) => [...(find(socket)?.due ?? [])];

  function find(socket: Socket): Connection | undefined {
    return byAddress.get(addressKey(socket.remoteAddress))?.get(socket);
  }

  /** Closes an idle connection. Returns false if there is none: a request under way is never cut for a newcomer. */
  function makeRoom(): boolean {
    const largestFirst = [...byAddress].sort(([, one], [, other]) => other.size - one.size);
    for (const [key, connections] of largestFirst) {
      for (const [socket, { due }] of connections) {
        if (due.size > 0) continue;
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
