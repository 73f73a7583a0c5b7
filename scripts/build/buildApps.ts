import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type App, root } from './apps.ts';
import { commonInputs, inputsOf, isStale, removeStamp, stamp, versionOf } from './stamps.ts';

/** Builds the apps whose inputs changed since their last build, two at a time. Throws if a build fails. */
export async function buildApps(apps: readonly App[]) {
  const common = commonInputs();
  const waiting = apps
    .map((app) => ({ app, inputs: inputsOf(app, root, common) }))
    .filter(({ app, inputs }) => isStale(app, inputs));
  const count = waiting.length;
  const started = Date.now();
  let failed = 0;
  if (count === 0) return;
  console.log(`Building ${waiting.map(({ app }) => app.name).join(', ')} …`);

  async function buildNext(): Promise<void> {
    const next = waiting.shift();
    if (!next) return;
    const since = Date.now();
    removeStamp(next.app);
    const failure = await webpack(next.app, versionOf(next.app, next.inputs));
    if (failure === null) stamp(next.app, next.inputs);
    else failed += 1;
    console.log(`  ${failure === null ? 'built' : 'FAILED'} ${next.app.name} in ${seconds(since)}`);
    if (failure) console.log(failure);
    return buildNext();
  }

  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, buildNext));
  if (failed > 0) throw new Error(`${failed} of ${count} apps could not be built.`);
  console.log(`Built ${count} in ${seconds(started)}.`);
}

export const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const execute = promisify(execFile);

/** Builds one app in its own process. Returns the output if that fails, otherwise null. */
function webpack(app: App, version: string): Promise<string | null> {
  const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
  const args = [cli, '--mode', 'production', '--env', `version=${version}`];
  return execute(process.execPath, args, { cwd: path.join(root, app.name), maxBuffer: Infinity }).then(
    () => null,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
