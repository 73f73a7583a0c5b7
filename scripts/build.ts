/** `npm run build`: builds the apps whose inputs changed since their last build, two at a time, and publishes to dist/. */
import { availableParallelism } from 'node:os';
import { apps } from './build/apps.ts';
import { publish } from './build/publish.ts';
import { inputsOf, isStale, stamp } from './build/stamps.ts';
import { webpack } from './build/webpack.ts';

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
