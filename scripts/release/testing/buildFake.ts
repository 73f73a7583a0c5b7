import type { Files } from '../../../api/remotes/RemoteStore.ts';
import { descriptorOf, fakeManifest } from '../../../api/testing/publishFake.ts';

/** The build of a remote without screens. */
export function buildFake(version: string, descriptor: object = descriptorOf('/admin/fake')): Files {
  const files = {
    'mf-manifest.json': fakeManifest(descriptor),
    'assets/entry.js': `// entry of ${version}`,
    'assets/exposed.js': 'x'.repeat(200_000),
    'site/index.html': `<html><head></head><body>site ${version}</body></html>`,
    [`site/assets/site.${version.replace(/\W/g, '').padStart(8, '0')}.js`]: `// site ${version}`,
  };
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
}
