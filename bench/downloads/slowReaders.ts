import { connect, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Flood } from '../attack/underFlood.ts';

/** So many phones on a bad network, each of which takes so many bytes a second. */
export const readers = 1_000;
export const bytesASecond = 10_240;

/** An origin keeps so many connections of one address: they come from several, as customers do. */
const ofAddress = 100;

/**
 * Downloads the addresses that lie in the file `?addresses=…` over that many connections at once, each as slowly as said.
 * `held` is how many were at it at the end, `bytes` what each had got in the middle.
 */
const slowReaders: Flood = async ({ customers }, stopped) => {
  const file = new URL(import.meta.url).searchParams.get('addresses')!;
  const addresses = JSON.parse(await readFile(file, 'utf8')) as string[];
  const { port } = new URL(customers);
  const open = new Map<Socket, number>();
  let refused = 0;
  for (let n = 0; n < readers; n += 1) {
    const localAddress = `127.0.1.${1 + Math.floor(n / ofAddress)}`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    socket.once('connect', () => socket.write(`GET ${addresses[n % addresses.length]} HTTP/1.1\r\nHost: desk\r\n\r\n`));
    socket.once('readable', () => {
      const head = socket.read(13) as Buffer | null;
      if (head?.toString('latin1').endsWith('200 ')) open.set(socket, 0);
      else refused += 1;
    });
    socket.on('error', () => open.delete(socket)).on('close', () => open.delete(socket));
    if (n % 50 === 0) await setTimeout(20);
  }
  while (!stopped.aborted) {
    await setTimeout(1_000);
    for (const [socket, bytes] of open) {
      const chunk = socket.read(Math.min(bytesASecond, socket.readableLength)) as Buffer | null;
      open.set(socket, bytes + (chunk?.length ?? 0));
    }
  }
  const got = [...open.values()].sort((one, other) => one - other);
  const saw = { held: open.size, refused, bytes: got[got.length >> 1] ?? 0 };
  for (const socket of open.keys()) socket.destroy();
  return saw;
};
export default slowReaders;
