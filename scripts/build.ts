/** `npm run build`: builds the apps whose inputs changed since their last build, two at a time, and publishes to dist/. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { apps, root, type App } from './build/apps.ts';
import { publish } from './build/publish.ts';
import { inputsOf, isStale, stamp } from './build/stamps.ts';

const started = Date.now();
const waiting = apps.map((app) => ({ app, inputs: inputsOf(app) })).filter(({ app, inputs }) => isStale(app, inputs));
const count = waiting.length;
let failed = 0;

if (count > 0) console.log(`Building ${waiting.map(({ app }) => app.name).join(', ')} …`);

async function buildNext(): Promise<void> {
  const next = waiting.shift();
  if (!next) return;
  const since = Date.now();
  const { code, output } = await webpack(next.app);
  if (code === 0) stamp(next.app, next.inputs);
  else failed += 1;
  console.log(
    `  ${code === 0 ? 'built' : 'FAILED'} ${next.app.name} in ${seconds(since)}${code === 0 ? '' : `\n${output}`}`,
  );
  return buildNext();
}

/** Builds one app in a process of its own, as `npm run build -w NAME` does; its words are shown only when it fails. */
function webpack(app: App): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
    const child = spawn(process.execPath, [cli, '--mode', 'production'], { cwd: path.join(root, app.name) });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function seconds(since: number) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, buildNext));
if (failed > 0) {
  console.error(`${failed} of ${count} apps could not be built.`);
  process.exit(1);
}
const published = publish();
if (count > 0) console.log(`Built ${count} in ${seconds(started)}, published ${published.length}.`);
