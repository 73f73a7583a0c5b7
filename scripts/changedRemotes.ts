/** `node scripts/changedRemotes.ts COMMIT`: lists the remotes to release since COMMIT as JSON, for the forge. */
import { execFileSync } from 'node:child_process';
import { remotes } from './build/apps.ts';
import { remotesIn } from './release/remotesIn.ts';

const since = process.argv[2] ?? 'HEAD~1';
const files = execFileSync('git', ['diff', '--name-only', '--no-renames', since], { encoding: 'utf8' }).split('\n');
const names = remotes.map(({ name }) => name);
console.log(JSON.stringify(remotesIn(files, names)));
