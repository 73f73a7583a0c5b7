import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { settled } from '../testing/settled.ts';
import { compressAnswers } from './compressAnswers.ts';

let app: FastifyInstance;
let origin: string;
beforeEach(async () => {
  app = Fastify();
  await compressAnswers(app);
  app.get('/endless', async (_request, reply) => {
    const rows = Readable.from(
      (function* () {
        for (;;) yield `${Math.random()}`.repeat(100);
      })(),
    );
    return reply.type('application/json').send(rows);
  });
  app.get('/rows', async () => ({ rows: 'x'.repeat(1_000_000) }));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  app.server.closeAllConnections();
  return app.close();
});

/** Asks, and answers with the head alone; the caller ends the answer. */
const ask = (address: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}${address}`, { headers: { 'Accept-Encoding': 'br' }, agent: false }, resolve).on('error', reject);
  });

/** Reads the answer to its end, so that its place is free again. */
async function encoding() {
  const answer = await ask('/rows');
  for await (const _piece of answer);
  return answer.headers['content-encoding'];
}

test('eight readers who stand still leave others an answer that is not compressed, until they go', async () => {
  expect(await encoding()).toBe('br');
  const still = await Promise.all(Array.from({ length: 8 }, () => ask('/endless')));
  expect(still.map(({ headers }) => headers['content-encoding'])).toEqual(Array(8).fill('br'));
  expect(await encoding()).toBeUndefined();
  for (const answer of still) answer.destroy();
  expect(await settled(encoding, (it) => it === 'br')).toBe('br');
});
