/**
 * Builds the plain list and serves it from a process of its own: the files from memory, already compressed and cached for
 * ever, its calls handed on to the desk. Run as a script, it is that process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { filesBelow } from '../../scripts/build/contentHash.ts';
import { webpack } from '../../scripts/build/webpack.ts';

const built = path.resolve(import.meta.dirname, '../../.build/plain-list');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Resolves once it serves: its origin, and how to end it. */
export async function servePlainList(staff: string) {
  const { code, output } = await webpack({ name: 'bench/startUp/plainList', outputs: [] });
  if (code !== 0) throw new Error(`The plain list could not be built:\n${output}`);
  const server = spawn(process.execPath, [import.meta.filename, staff], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const tooSoon = ended.then(([code]) => {
    throw new Error(`The plain list ended with ${code} before it was served`);
  });
  const [origin] = (await Promise.race([once(server.stdout, 'data'), tooSoon])) as [Buffer];
  return {
    origin: String(origin).trim(),
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}

async function serve(staff: string) {
  const app = Fastify();
  for (const file of filesBelow(built, (name) => name.endsWith('.map'))) {
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    const isPage = file === 'index.html';
    const body = gzipSync(await readFile(path.join(built, file)), { level: 9 });
    app.get(isPage ? '/' : `/${file}`, async (_request, reply) =>
      reply
        .header('Cache-Control', isPage ? 'no-store' : 'public, max-age=31536000, immutable')
        .header('Content-Encoding', 'gzip')
        .type(type)
        .send(body),
    );
  }
  app.get('/api/*', async ({ url, headers }, reply) => {
    const { authorization } = headers;
    const answer = await fetch(staff + url, { headers: authorization ? { authorization } : {} });
    return reply
      .status(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .send(Buffer.from(await answer.arrayBuffer()));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`);
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2]!);
