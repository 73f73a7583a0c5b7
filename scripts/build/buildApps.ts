import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './apps.ts';
import { builtInputs, inputsOf, removeBuild, stamp, versionOf } from './stamps.ts';

/** Builds the apps whose inputs changed since their last build, two at a time. Throws if a build fails. */
export async function buildApps(apps: readonly string[]) {
  const waiting = apps
    .map((app) => ({ app, inputs: inputsOf(app) }))
    .filter(({ app, inputs }) => builtInputs(app) !== inputs);
  const count = waiting.length;
  const started = Date.now();
  let failed = 0;
  if (count === 0) return;
  console.log(`Building ${waiting.map(({ app }) => app).join(', ')} …`);

  async function buildNext(): Promise<void> {
    const next = waiting.shift();
    if (!next) return;
    const { app, inputs } = next;
    const since = Date.now();
    removeBuild(app);
    const failure = await webpack(app, versionOf(app, inputs));
    if (failure === null) stamp(app, inputs);
    else failed += 1;
    console.log(`  ${failure === null ? 'built' : 'FAILED'} ${app} in ${seconds(since)}`);
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
function webpack(app: string, version: string): Promise<string | null> {
  const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
  const args = [cli, '--mode', 'production', '--env', `version=${version}`];
  return execute(process.execPath, args, { cwd: path.join(root, app), maxBuffer: Infinity }).then(
    () => null,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
