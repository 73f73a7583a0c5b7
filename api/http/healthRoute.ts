import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** `GET /api/health`: 200 while it can serve, 503 while it drains or the database does not answer. */
export function healthRoute(app: FastifyInstance) {
  const { desk } = app;
  app.get('/api/health', async (_request, reply) => {
    const data = { driver: desk.database.driver, version };
    if (!desk.serving) {
      reply.header('Retry-After', '5');
      return reply.status(503).send({ status: 0, message: 'Shutting down', data });
    }
    if (!(await desk.database.answers())) {
      reply.header('Retry-After', '1');
      return reply.status(503).send({ status: 0, message: 'The database does not answer', data });
    }
    // Still 200: reading goes on, and whoever takes this instance away for it ends that too.
    const room = await desk.room.forChanges();
    const message = room ? 'Ready' : 'Ready to read. The disk is almost full, so nothing can be changed.';
    return { status: 1, message, data: { ...data, room } };
  });
}
