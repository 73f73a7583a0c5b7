import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { currentVersions } from 'shared/remote/currentVersions';
import { folderStore } from '../remotes/folderStore.ts';
import { type Pointer, type Release, releaseFile, type RemoteStore } from '../remotes/RemoteStore.ts';

const descriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: [{ path: '/admin/fake', title: 'Fake', needs: 'orders.read' }],
  away: { missing: 'Fakes are', unaffected: 'orders are not affected' },
};

export const fakeManifest = (about: object = descriptor) =>
  JSON.stringify({
    metaData: { remoteEntry: { name: 'assets/entry.js' }, descriptor: about },
    exposes: [{ assets: { js: { sync: ['assets/exposed.js'] }, css: { sync: [] } } }],
    shared: [{ name: 'react' }],
  });

/** Publishes a remote without screens and makes it live. `more` adds files to the release. */
export async function publishFake(
  to: string | RemoteStore,
  name: string,
  version: string,
  more: Record<string, string> = {},
  pointer: Partial<Pointer> = {},
) {
  const store = typeof to === 'string' ? folderStore(to) : to;
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-fake-'));
  const files = { 'mf-manifest.json': fakeManifest(), 'assets/entry.js': `// ${version}`, ...more };
  const at = new Date().toISOString();
  const release: Release = {
    ...{ at, by: 'Ada', commit: null },
    bytes: 0,
    integrity: { 'assets/entry.js': 'sha384-of-entry' },
  };
  for (const [file, text] of Object.entries({ ...files, [releaseFile]: JSON.stringify(release) })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await store.addVersion(name, version, folder);
  await rm(folder, { recursive: true });
  const text = JSON.stringify({ version, previous: null, at, by: 'Ada', commit: null, retired: {}, ...pointer });
  await store.replacePointer(name, text, (await store.readPointer(name))?.tag ?? null);
}
