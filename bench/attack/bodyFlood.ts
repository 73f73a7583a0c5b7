/** Bodies that cost more than they look, sent by 25 connections, each again as soon as it is answered: see bodies. */
import { connect, type Socket } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Target } from './underFlood.ts';

const connections = 25;

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

interface Body {
  path: string;
  content: Buffer;
  encoding?: string;
}

const bodies: Record<string, () => Body> = {
  bombs: () => ({ path: '/api/front/track-order', content: brotliCompressSync(' '.repeat(1_000_000)), encoding: 'br' }),
  packedKeys: () => ({ path: '/api/front/track-order', content: brotliCompressSync(keys(80_000)), encoding: 'br' }),
  keys: () => ({ path: '/api/front/track-order', content: Buffer.from(keys(1_600)) }),
  megabytes: () => ({ path: '/api/admin/add-new-remark', content: Buffer.from(keys(90_000)) }),
};

export default async function flood({ staff, from }: Target, stopped: AbortSignal): Promise<Record<string, number>> {
  const { hostname, port } = new URL(staff);
  const { path, content, encoding } = bodies[new URL(import.meta.url).searchParams.get('of')!]!();
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: desk',
    'Content-Type: application/json',
    `Content-Length: ${content.length}`,
    ...(encoding ? [`Content-Encoding: ${encoding}`] : []),
  ];
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content]);
  const saw: Record<string, number> = { bytes: content.length };
  const count = (what: string) => (saw[what] = (saw[what] ?? 0) + 1);

  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!stopped.aborted) count(await askOnce());
    }),
  );
  return saw;

  /** The status of the answer, or what became of the connection instead. */
  function askOnce(): Promise<string> {
    return new Promise((resolve) => {
      const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: from, family: 4 });
      const end = (what: string) => {
        socket.destroy();
        resolve(what);
      };
      socket.once('connect', () => socket.write(request));
      socket.once('data', (answer) => end(answer.toString('latin1', 9, 12)));
      socket.once('error', () => end('broken'));
      socket.once('close', () => end('closed'));
      stopped.addEventListener('abort', () => end('stopped'), { once: true });
    });
  }
}
