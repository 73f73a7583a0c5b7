import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../settings/trustProxySetting.ts';

/**
 * Where a request comes from, by TRUST_PROXY. It is the socket's own address whenever the header cannot be what the
 * proxies wrote: it names something that is no address, or fewer addresses than there are proxies, so that the request
 * came past some of them.
 */
export function callerAddress({ ip, ips = [], socket }: FastifyRequest, trust: TrustProxy): string {
  const passedAll = typeof trust !== 'number' || ips.length > trust;
  const address = withoutPort(ip);
  return passedAll && isIP(address) ? address : (socket.remoteAddress ?? '');
}

/**
 * The key of an address for limits: an IPv4 address itself, also in the form `::ffff:203.0.113.24`, and the /64 of an
 * IPv6 address, since each line and each server owns a whole one. Text that is not an address counts as one caller.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Where proxies that are only counted may stand: the ranges of one's own machines. */
const ownRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Whether a connection comes from a proxy, and so is many people's. A number of proxies names none, so only addresses that
 * the internet cannot have count as theirs: anybody else who reaches the port is one caller.
 */
export function isProxy(trust: TrustProxy): (address: string | undefined) => boolean {
  if (!Array.isArray(trust)) {
    return (address) =>
      trust !== false && !!address && ipaddr.isValid(address) && ownRanges.includes(ipaddr.process(address).range());
  }
  // As Fastify reads the networks.
  const isInNetworks = compile(trust);
  return (address) => address !== undefined && isInNetworks(withoutPort(address), 0);
}

/** The same for Fastify. Its own number of proxies trusts nobody since 5.12, so the hops are counted here. */
export function fastifyTrust(trust: TrustProxy): NonNullable<FastifyServerOptions['trustProxy']> {
  return Array.isArray(trust) ? isProxy(trust) : (_address, hop) => hop < Number(trust);
}

/** An address as `X-Forwarded-For` names it: some proxies add the port, and then put IPv6 in brackets. */
export const withoutPort = (address: string): string =>
  /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;

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
 * it has many. When all places are taken, the newcomer gets the place of a connection that waits for its client, of the
 * address that holds the most: addresses that hold their places shut nobody out. With none the newcomer is refused.
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

  /**
   * Closes a connection that waits for its client, of an address's own an idle one first. Returns false if there is none: a
   * request that is being worked on is never cut for a newcomer.
   */
  function makeRoom(): boolean {
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

/** Whether nothing is being worked on: a body is still coming in, or an answer is going out. */
const waitsForClient = ([, { due }]: [Socket, Connection]) =>
  [...due].every(({ req, headersSent }) => !req.complete || headersSent);

/** Bytes that may still come after an answer, where what was asked for allows no more. */
export const restAtMost = 1_048_576;

const longestMs = 60_000;
const silenceMs = 5_000;
/** Between two pieces, of 64 KB at most: others are served meanwhile, however fast somebody sends. */
const pauseMs = 10;

/**
 * Ends the connection of a request whose body nobody will read, once its answer is out. Node would close it at once; to
 * what is still coming TCP then answers with a reset, and the sender's machine drops the answer it already has. So the
 * rest is taken and thrown away, for so many bytes and so long, and whoever goes on is cut off.
 */
export function closeUnread(request: IncomingMessage, atMost: number): void {
  const { socket } = request;
  // A test's, without a wire.
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
  // What Node calls when an answer with `Connection: close` is out.
  socket.destroySoon = () => {
    if (request.complete) return closeNow();
    linger(socket, cut);
    request.once('end', closeNow);
  };
}

/** The same for a connection on which Node reads no request any more. */
export function discardRest(socket: Socket): void {
  const before = socket.bytesRead;
  const cut = () => void socket.destroy();
  socket.on('data', () => {
    if (socket.bytesRead - before > restAtMost) cut();
  });
  socket.resume();
  linger(socket, cut);
}

/** Says that no more will come, and waits for the other side to say so too. */
function linger(socket: Socket, cut: () => void): void {
  socket.end();
  const deadline = setTimeout(cut, longestMs);
  socket.setTimeout(silenceMs, cut);
  socket.once('close', () => clearTimeout(deadline));
}
