/** `npm run bench` prints all figures and saves them in bench/last. `npm run bench -- pages million` runs two parts. */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { attack } from './attack.ts';
import { oneRemote, releaseAndRollback, starts } from './commands.ts';
import { importOrders } from './importOrders.ts';
import { mailDrain } from './mailDrain.ts';
import { million } from './million.ts';
import { packs } from './packs.ts';
import { pages } from './pages.ts';
import { table, type Line } from './measure.ts';

const parts: Record<string, () => Promise<Line[]>> = {
  build: oneRemote,
  start: starts,
  release: releaseAndRollback,
  pages,
  million,
  mail: mailDrain,
  packs,
  import: importOrders,
  attack,
};

const chosenParts = process.argv.slice(2);
const unknown = chosenParts.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(`No such part: ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

// Build first, to measure the current code.
spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const last = path.join(import.meta.dirname, 'last');
await mkdir(last, { recursive: true });
for (const [name, part] of Object.entries(parts)) {
  if (chosenParts.length && !chosenParts.includes(name)) continue;
  console.log(`measuring: ${name} …`);
  const figures = table(await part());
  console.log(`\n${figures}\n`);
  // One file per part, so that all figures in a file are from the same run and can be compared.
  const head = `# The last figures of \`npm run bench -- ${name}\`\n\n${new Date().toISOString().slice(0, 10)}, ${machine}. Medians.\n`;
  await writeFile(path.join(last, `${name}.md`), `${head}\n${figures}\n`);
}
console.log(machine);
