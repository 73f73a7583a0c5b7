import type { Server } from 'node:http';
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
}

/**
 * Drops connections beyond the limits as they come, before a byte of them is read: the one address that opens
 * thousands keeps nobody else out. A whole office may share one.
 */
export function limitConnections(app: FastifyInstance, { atOnce, ofAddress, isProxy }: ConnectionLimits): void {
  app.server.maxConnections = atOnce;
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    if (isProxy(socket.remoteAddress)) return;
    const key = addressKey(socket.remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    if (count > ofAddress) return void socket.resetAndDestroy();
    open.set(key, count);
    socket.once('close', () => {
      const left = open.get(key)! - 1;
      if (left) open.set(key, left);
      else open.delete(key);
    });
  });
}
