/** `npm run release -w NAME -- --to FOLDER|s3://BUCKET/PREFIX [--desk URL]`: builds, tests and publishes one remote. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './build/apps.ts';
import { buildApps, seconds } from './build/buildApps.ts';
import { builtVersion, inputsOf, versionOf } from './build/stamps.ts';
import { author, remoteOf, runCommand } from './release/command.ts';
import { isRolledBack } from './release/livePointer.ts';
import { assertNoDoubleClaims, assertFitsDesk } from './release/liveRemotes.ts';
import { publishRemote } from './release/publishRemote.ts';

await runCommand(async ({ store, keepDays, desk, rest }) => {
  const name = remoteOf(rest[0]);
  const candidate = versionOf(name, inputsOf(name));
  const live = await store.readPointer(name);
  if (live?.version === candidate && live.by !== null) return console.log(`${name} ${candidate} is already live.`);
  if (live && isRolledBack(live, candidate))
    return console.log(
      `${name} ${candidate} was rolled back. "npm run rollback" with this version makes it live again.`,
    );
  await buildApps([name]);
  await Promise.all([runScript(name, 'types'), runScript(name, 'test')]);
  const since = Date.now();
  if (builtVersion(name) !== candidate) throw new Error(`${name} was rebuilt in the meantime. Run the command again.`);
  await assertNoDoubleClaims(store, [name]);
  if (desk) await assertFitsDesk(desk, name);
  const { version, previous } = await publishRemote(name, store, author(), keepDays);
  console.log(`${name} ${version} is live, published in ${seconds(since)}. Previous version: ${previous ?? 'none'}.`);
});

async function runScript(name: string, script: string) {
  const child = spawn('npm', ['run', '--silent', script, '-w', name], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`"npm run ${script} -w ${name}" failed, so nothing was released.`);
}
