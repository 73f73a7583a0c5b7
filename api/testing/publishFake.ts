import { currentVersions } from 'shared/remote/currentVersions';
import { folderStore } from '../remotes/folderStore.ts';
import { type Pointer, type Release, releaseFile, type RemoteStore } from '../remotes/RemoteStore.ts';

export const descriptorOf = (address: string) => ({
  area: 'staff',
  builtFor: currentVersions,
  routes: [{ path: address, title: 'Fake', needs: 'orders.read' }],
  away: { missing: 'Fakes are', unaffected: 'orders are not affected' },
});

export const fakeManifest = (about: object = descriptorOf('/admin/fake')) =>
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
  const author = { at: new Date().toISOString(), by: 'Ada', commit: null };
  const release: Release = { ...author, bytes: 0, integrity: { 'assets/entry.js': 'sha384-of-entry' } };
  const texts = { 'mf-manifest.json': fakeManifest(), 'assets/entry.js': `// ${version}`, ...more };
  const files = Object.entries({ ...texts, [releaseFile]: JSON.stringify(release) });
  await store.addVersion(name, version, Object.fromEntries(files.map(([file, text]) => [file, Buffer.from(text)])));
  const live = { version, previous: null, earlier: [], ...author, retired: {}, ...pointer };
  await store.replacePointer(name, live, (await store.readPointer(name))?.tag ?? null);
}
