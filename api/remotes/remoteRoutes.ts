import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { remoteCalls } from 'shared/api/remoteCalls';
import { tooManyAttempts } from '../http/HttpError.ts';
import { maskEmails } from '../http/log.ts';
import { assetOptions, pathOf, sendText } from '../http/pages.ts';
import { serve } from '../http/serve.ts';
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

const hourMs = 3_600_000;
const maxPerHour = 20;
const maxVersions = 1_000;

/** Reported failures by NAME@VERSION, since this process started. */
export type RemoteFailures = Readonly<Record<string, number>>;

export function remoteFailureRoute(app: FastifyInstance): () => RemoteFailures {
  const counts = new Map<string, number>();
  const reports = new Map<number, number>();
  let hour = 0;
  serve(app, remoteCalls.reportRemoteFailure, async ({ remote, version, kind, message }, { member, log }) => {
    const now = Date.now();
    if (Math.floor(now / hourMs) !== hour) reports.clear();
    hour = Math.floor(now / hourMs);
    const reported = reports.get(member.id) ?? 0;
    if (reported >= maxPerHour) throw tooManyAttempts((hourMs - (now % hourMs)) / 1_000);
    reports.set(member.id, reported + 1);
    const key = `${remote}@${version}`;
    if (counts.has(key) || counts.size < maxVersions) counts.set(key, (counts.get(key) ?? 0) + 1);
    log.error({ remote, version, kind, message: withoutPersonalData(message) }, 'a remote failed in a browser');
    return { message: 'Reported', data: null };
  });
  return () => Object.fromEntries(counts);
}

/** Masks emails, quotations and long numbers, because an error's text may quote the screen. */
const withoutPersonalData = (message: string) =>
  maskEmails(message)
    .replace(/(["'`‘“]).*?["'`’”]/g, '$1…$1')
    .replace(/\d{4,}/g, '…');
