import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { assetOptions, pathOf, sendText } from '../http/pages.ts';
import type { PublishedRemotes } from './PublishedRemotes.ts';
import { isRemoteName, isVersion } from './RemoteStore.ts';

/** `/remotes.json` and `/remotes/NAME/VERSION/…`. `?remote=NAME@VERSION` previews that version. */
export async function remoteRoutes(app: FastifyInstance, remotes: PublishedRemotes) {
  app.get<{ Querystring: { remote?: string } }>('/remotes.json', async (request, reply) => {
    const registry = await remotes.registry(request.query.remote);
    if (registry === null) return sendText(reply, 404, 'No such remote has been published.');
    reply.header('Cache-Control', 'no-cache').header('ETag', registry.etag).type('application/json');
    return request.headers['if-none-match'] === registry.etag ? reply.status(304).send() : reply.send(registry.text);
  });

  await app.register(async (files) => {
    files.addHook('onRequest', async (request) => {
      const [, , name = '', version = ''] = pathOf(request).split('/');
      // If the store is a bucket, this copies the version to `localFolder`.
      if (isRemoteName(name) && isVersion(version)) await remotes.store.versionFolder(name, version);
    });
    await files.register(staticFiles, assetOptions(remotes.store.localFolder, '/remotes/'));
  });
}
