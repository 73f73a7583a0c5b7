import { currentVersions } from 'shared/remote/currentVersions';
import type { Files } from '../../../api/remotes/RemoteStore.ts';

/** The build of a remote without screens. */
export function buildFake(version: string, descriptor: object = descriptorOf('/admin/fake')): Files {
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
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
}

export const descriptorOf = (address: string) => ({
  area: 'staff',
  builtFor: currentVersions,
  routes: [{ path: address, title: 'Fake', needs: 'orders.read' }],
  away: { missing: 'Fakes are', unaffected: 'orders are not affected' },
});
