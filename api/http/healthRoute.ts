import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** `GET /api/health`: 200 while it can serve, 503 while it drains or the database does not answer. */
export function healthRoute(app: FastifyInstance) {
  const { desk } = app;
  app.get('/api/health', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const data = { driver: desk.database.driver, version };
    if (!desk.serving) return reply.status(503).send({ status: 0, message: 'Shutting down', data });
    const answers = await desk.database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    if (!answers) return reply.status(503).send({ status: 0, message: 'The database does not answer', data });
    return { status: 1, message: 'Ready', data };
  });
}
