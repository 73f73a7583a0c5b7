/** Floors: a Fastify of its own process, without session, schema and envelope. Run as a script, it is that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** One route for each statement, and `/empty`. */
export async function startBareRoutes(databaseUrl: string, statements: Record<string, Statement>) {
  const routes = spawn(process.execPath, [import.meta.filename, databaseUrl, JSON.stringify(statements)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [origin] = (await once(routes.stdout, 'data')) as [Buffer];
  return {
    get: (path: string) => async () => {
      const answer = await fetch(String(origin).trim() + path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    },
    stop: async () => {
      routes.kill();
      await once(routes, 'exit');
    },
  };
}

async function serve(databaseUrl: string, statements: Record<string, Statement>) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, options: '-c jit=off' });
  const app = Fastify();
  app.get('/empty', async () => ({}));
  for (const [name, { text, values }] of Object.entries(statements)) {
    app.get(`/${name}`, async () => (await pool.query({ name, text, values })).rows);
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
}

if (process.argv[1] === import.meta.filename) {
  await serve(process.argv[2]!, JSON.parse(process.argv[3]!) as Record<string, Statement>);
}
