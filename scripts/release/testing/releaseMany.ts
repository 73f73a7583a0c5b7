/** Releases versions of a fake remote until it is killed: `node releaseMany.ts FOLDER NAME PREFIX`. */
import { folderStore } from '../../../api/remotes/folderStore.ts';
import { publishVersion } from '../publishRemote.ts';
import { buildFake } from './buildFake.ts';

const [, , to = '', name = '', prefix = ''] = process.argv;
process.stdout.write('started\n');
for (let count = 0; ; count += 1) {
  const author = { at: new Date().toISOString(), by: 'Ada', commit: null };
  const version = `${prefix}.${count}`;
  await publishVersion(folderStore(to), { name, version, author, keepDays: 14, files: () => buildFake(version) });
}
