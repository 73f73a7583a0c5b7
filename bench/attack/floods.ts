/** Kinds of floods. Each flood runs this file as a worker thread. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** `from` is the local address of the attacker. Other requests come from 127.0.0.1. */
export interface Target {
  staff: string;
  from: string;
}

/** Each connection sends its next request once the previous one is answered. */
export interface Requests {
  kind: 'requests';
  address: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  connections?: number;
  /** A new `X-Forwarded-For` for each request: an address of 100.64.0.0/10, or another /64 of one IPv6 /48. */
  forwardedFor?: 'IPv4' | 'IPv6 /48';
}

/** Each connection sends `chunk` bytes of a body per second and never completes it. */
interface SlowBodies {
  kind: 'slow bodies';
  address: string;
  headers?: Record<string, string>;
  /** The part of the body that is sent with the headers. */
  start?: string;
  length: number;
  chunk: number;
  connections: number;
}

export type Flood = Requests | SlowBodies;

export type Counts = Record<string, number>;

async function sendRequests({ staff, from }: Target, flood: Requests, stopped: AbortSignal): Promise<Counts> {
  const { address, method = 'GET', headers = {}, body = '', connections = 250, forwardedFor } = flood;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: from });
  const counts: Counts = {};
  let sent = 0;
  const send = () =>
    new Promise<void>((resolve) => {
      const answered = (status: string) => {
        counts[status] = (counts[status] ?? 0) + 1;
        resolve();
      };
      const through = forwardedFor && { 'X-Forwarded-For': newAddress(forwardedFor, sent++) };
      request(`${staff}${address}`, { agent, method, family: 4, headers: { ...headers, ...through } }, (answer) => {
        answer
          .resume()
          .on('end', () => answered(String(answer.statusCode)))
          .on('error', () => answered('cut'));
      })
        .on('error', () => answered('cut'))
        .end(body);
    });
  const sending = Array.from({ length: connections }, async () => {
    while (!stopped.aborted) await send();
  });
  await Promise.race([Promise.all(sending), aborted(stopped).then(() => setTimeout(1_000))]);
  agent.destroy();
  return counts;
}

const newAddress = (kind: 'IPv4' | 'IPv6 /48', n: number) =>
  kind === 'IPv4'
    ? `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}`
    : `2001:db8:1:${(n & 0xffff).toString(16)}::1`;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

async function sendSlowBodies({ staff, from }: Target, flood: SlowBodies, stopped: AbortSignal): Promise<Counts> {
  const { address, headers = {}, start = '{', length, chunk, connections } = flood;
  const fields = Object.entries({ Host: 'desk', ...headers, 'Content-Length': String(length) });
  const head = [`POST ${address} HTTP/1.1`, ...fields.map((field) => field.join(': ')), '', start].join('\r\n');
  const bytes = Buffer.alloc(chunk, ' ');
  const open = new Set<Socket>();
  let [opened, openCount, nextChunk] = [0, 0, performance.now()];
  while (!stopped.aborted) {
    for (let more = Math.min(100, connections - open.size); more > 0; more -= 1) {
      const socket = connect({ port: Number(new URL(staff).port), host: '127.0.0.1', localAddress: from });
      open.add(socket);
      socket.on('connect', () => socket.write(head)).on('error', () => {});
      socket.on('close', () => open.delete(socket)).resume();
      opened += 1;
    }
    await setTimeout(50);
    const connected = Array.from(open).filter((socket) => !socket.connecting);
    openCount = Math.max(openCount, connected.length);
    if (chunk && performance.now() >= nextChunk) {
      nextChunk += 1_000;
      for (const socket of connected) if (!socket.writableNeedDrain) socket.write(bytes);
    }
  }
  for (const socket of open) socket.destroy();
  return { opened, 'held at most': openCount };
}

if (!isMainThread) {
  const { flood, target } = workerData as { flood: Flood; target: Target };
  const stopping = new AbortController();
  parentPort!.once('message', () => stopping.abort());
  parentPort!.postMessage('begun');
  const run =
    flood.kind === 'requests'
      ? sendRequests(target, flood, stopping.signal)
      : sendSlowBodies(target, flood, stopping.signal);
  parentPort!.postMessage(await run);
}
