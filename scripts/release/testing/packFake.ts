import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { currentVersions } from 'shared/remote/currentVersions';
import type { Author } from '../../../api/remotes/RemoteStore.ts';
import { describeVersion } from '../publishRemote.ts';

/** Writes the build of a remote without screens to a temporary folder. */
export function packFake(version: string, author: Author, descriptor: object = descriptorOf('/admin/fake')): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'arrival-desk-fake-'));
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, 'site/assets'), { recursive: true });
  const manifest = {
    metaData: { remoteEntry: { name: 'assets/entry.js' }, descriptor },
    exposes: [{ assets: { js: { sync: ['assets/large.js'] }, css: { sync: [] } } }],
    shared: [{ name: 'react' }],
  };
  const files = {
    'mf-manifest.json': JSON.stringify(manifest),
    'assets/entry.js': `// entry of ${version}`,
    'assets/large.js': 'x'.repeat(200_000),
    'site/index.html': `<html><head></head><body>site ${version}</body></html>`,
    [`site/assets/site.${version.replace(/\W/g, '').padStart(8, '0')}.js`]: `// site ${version}`,
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content);
  describeVersion(folder, author);
  return folder;
}

export const descriptorOf = (address: string) => ({
  area: 'staff',
  builtFor: currentVersions,
  routes: [{ path: address, title: 'Fake', needs: 'orders.read' }],
  away: { missing: 'Fakes are', unaffected: 'orders are not affected' },
});
