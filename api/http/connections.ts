import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../settings/settings.ts';

/**
 * The caller's address according to TRUST_PROXY. Falls back to the socket's address if X-Forwarded-For has an invalid
 * address, or too few addresses to have passed all proxies.
 */
export function callerAddress({ ip, ips = [], socket }: FastifyRequest, trust: TrustProxy): string {
  const passedAll = typeof trust !== 'number' || ips.length > trust;
  const address = stripPort(ip);
  return passedAll && isIP(address) ? address : (socket.remoteAddress ?? '');
}

/**
 * Rate limit key of an address. The key is the address itself for IPv4 (also if mapped as `::ffff:203.0.113.24`), and
 * its /64 for IPv6, because each subscriber gets a whole /64. All invalid text shares one key.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Address ranges in which proxies are expected if only their number is known. */
const ownRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Whether a connection comes from a proxy and so carries many callers. If only the number of proxies is known, every
 * private address is treated as a proxy.
 */
export function isProxy(trust: TrustProxy): (address: string | undefined) => boolean {
  if (!Array.isArray(trust)) {
    return (address) =>
      trust !== false && !!address && ipaddr.isValid(address) && ownRanges.includes(ipaddr.process(address).range());
  }
  const isInNetworks = compile(trust);
  return (address) => address !== undefined && isInNetworks(stripPort(address), 0);
}

/** Fastify's `trustProxy` option. Counts hops here, because Fastify trusts no proxy if the option is a number. */
export function trustProxyOption(trust: TrustProxy): NonNullable<FastifyServerOptions['trustProxy']> {
  return Array.isArray(trust) ? isProxy(trust) : (_address, hop) => hop < Number(trust);
}

/** Some proxies add the port, and put IPv6 in brackets. */
export const stripPort = (address: string): string =>
  /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;

/** Bytes per second of the slowest supported line. */
const slowestLine = 50_000;

/** Timeouts in milliseconds, and a buffer size in bytes. */
export const connectionLimits = (maxBodyBytes: number) =>
  ({
    // Time without a byte in either direction. Phones may lose their network for a while.
    connectionTimeout: 120_000,
    // Long enough to read a page, so that the next click needs no new connection.
    keepAliveTimeout: 72_000,
    // Node has one timeout for all requests, so it must suffice for the largest upload.
    requestTimeout: 20_000 + Math.ceil((maxBodyBytes / slowestLine) * 1_000),
    // Small buffers, because a thousand slow clients may fill them at once.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, highWaterMark: 16 * 1_024 },
  }) satisfies FastifyHttpOptions<Server>;

export interface ConnectionLimits {
  maxConnections: number;
  maxPerAddress: number;
  /** Proxies are exempt from the limit per address, because each carries many callers. */
  isProxy: (address: string | undefined) => boolean;
  /** Idle timeout in milliseconds once more than half of all connections are in use. */
  silentMs?: number;
}

interface Connection {
  due: Set<ServerResponse>;
  /** When the connection began, or its last response ended. */
  idleSince: number;
}

/**
 * Limits connections per address and in total, before reading a byte. When full, a new connection replaces one that
 * waits for its client, from the address with the most connections. If none waits, the new one is refused. Returns a
 * lookup of a connection's pending responses.
 */
export function limitConnections(
  app: FastifyInstance,
  { maxConnections, maxPerAddress, isProxy, silentMs = 5_000 }: ConnectionLimits,
): (socket: Socket) => readonly ServerResponse[] {
  const byAddress = new Map<string, Map<Socket, Connection>>();
  let total = 0;

  app.server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress);
    const count = byAddress.get(key)?.size ?? 0;
    if (count >= maxPerAddress && !isProxy(socket.remoteAddress)) return void socket.resetAndDestroy();
    if (total >= maxConnections && !dropWaitingConnection()) return void socket.resetAndDestroy();
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
    if (total <= maxConnections / 2) return;
    // Sweep a little early: these connections would expire before the next sweep.
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

  /**
   * Closes a connection that waits for its client, from the address with the most connections. Returns false if none
   * waits, because requests in progress are never aborted.
   */
  function dropWaitingConnection(): boolean {
    const largestFirst = [...byAddress].sort(([, one], [, other]) => other.size - one.size);
    for (const [key, connections] of largestFirst) {
      const all = [...connections];
      const [socket] = all.find(([, { due }]) => due.size === 0) ?? all.find(waitsForClient) ?? [];
      if (!socket) continue;
      drop(key, socket);
      return true;
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

/** Whether each request's body is still arriving or its response is already being sent, so none is being processed. */
const waitsForClient = ([, { due }]: [Socket, Connection]) =>
  [...due].every(({ req, headersSent }) => !req.complete || headersSent);

/** Maximum number of bytes of an unread body to discard after the response. Calls with files allow more. */
export const maxLingerBytes = 1_048_576;

const longestMs = 60_000;
const silenceMs = 5_000;
/** Pause between reads of up to 64 KB, so that a fast sender does not delay others. */
const pauseMs = 10;

/**
 * Lingering close: sends the response, then discards the unread body before closing, up to `atMost` bytes and
 * `longestMs`. If Node closed at once, TCP would send a reset, and the client would drop the response.
 */
export function lingeringClose(request: IncomingMessage, atMost: number): void {
  const { socket } = request;
  // Requests that tests inject have no socket.
  if (!(socket instanceof Socket)) return;
  const closeNow = socket.destroySoon.bind(socket);
  const cut = () => void socket.destroy();
  const before = socket.bytesRead;
  request.unpipe();
  request.on('data', () => {
    if (socket.bytesRead - before > atMost) return cut();
    request.pause();
    setTimeout(() => request.resume(), pauseMs);
  });
  request.resume();
  // Node calls `destroySoon` once a response with `Connection: close` is sent.
  socket.destroySoon = () => {
    if (request.complete) return closeNow();
    linger(socket, cut);
    request.once('end', closeNow);
  };
}

/** `lingeringClose` for a connection that Node no longer reads. */
export function discardBody(socket: Socket): void {
  const before = socket.bytesRead;
  const cut = () => void socket.destroy();
  socket.on('data', () => {
    if (socket.bytesRead - before > maxLingerBytes) cut();
  });
  socket.resume();
  linger(socket, cut);
}

/** Sends FIN and waits for the client's FIN. */
function linger(socket: Socket, cut: () => void): void {
  socket.end();
  const deadline = setTimeout(cut, longestMs);
  socket.setTimeout(silenceMs, cut);
  socket.once('close', () => clearTimeout(deadline));
}
