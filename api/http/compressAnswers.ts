import { finished } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Twice what libuv has threads: files and passwords need these as well. */
const maxAtOnce = 8;

/**
 * Compresses what is made per answer. An encoder holds its window until the reader has taken the whole answer, so eight
 * answers at most are compressed at once, and others go out as they are.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  let underWay = 0;
  app.addHook('onSend', async (request, reply) => {
    // The plugin's own way to leave one answer out.
    if (underWay >= maxAtOnce || reply.hasHeader('Content-Encoding')) request.headers[leaveOut] = 'yes';
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Requests come as they are (`serve` refuses others): to unpack is work that the sender does not have.
    globalDecompression: false,
    // An answer that fits into a connection's first packets arrives no sooner compressed.
    threshold: 8 * 1024,
    // The default quality of 11 takes seconds a megabyte, the default window 4 MB of memory for each answer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  });
  // Runs after the plugin's own, which is a hook of each route.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], count].flat();
  });

  async function count({ headers }: FastifyRequest, reply: FastifyReply) {
    if (leaveOut in headers || !reply.hasHeader('Content-Encoding')) return;
    underWay += 1;
    finished(reply.raw, () => (underWay -= 1));
  }
}

const leaveOut = 'x-no-compression';
