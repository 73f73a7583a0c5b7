/** `npm run bench`: prints every figure and keeps them in bench/last. `npm run bench -- pages lists` runs some. */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { attack } from './attack.ts';
import { coldBuild, secondStart } from './commands.ts';
import { customer } from './customer.ts';
import { gate } from './gate.ts';
import { importOrders } from './importOrders.ts';
import { inTheBrowser } from './inTheBrowser.ts';
import { listPages } from './listPages.ts';
import { million } from './million.ts';
import { moves } from './moves.ts';
import { orders } from './orders.ts';
import { packs } from './packs.ts';
import { readingAnswers } from './readingAnswers.ts';
import { table, type Line } from './report.ts';
import { scrolling } from './scrolling.ts';
import { slowDownloads } from './slowDownloads.ts';
import { startUp } from './startUp.ts';
import { summaries } from './summaries.ts';

const parts: Record<string, () => Promise<Line[]>> = {
  build: coldBuild,
  start: secondStart,
  pages: inTheBrowser,
  startup: startUp,
  customer,
  lists: listPages,
  million,
  moves,
  orders,
  summaries,
  packs,
  scroll: scrolling,
  downloads: slowDownloads,
  answers: readingAnswers,
  import: importOrders,
  attack,
  gate,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

// What is measured must be what is there now; these two build for themselves.
const needsBuild = asked.some((name) => !['build', 'gate'].includes(name));
if (needsBuild) spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const last = path.join(import.meta.dirname, 'last');
await mkdir(last, { recursive: true });
for (const [name, part] of Object.entries(parts)) {
  if (asked.length && !asked.includes(name)) continue;
  console.log(`measuring: ${name} …`);
  const figures = table(await part());
  console.log(`\n${figures}\n`);
  // A page a part: what is on one page was measured in one run, and may be compared.
  const head = `# The last figures of \`npm run bench -- ${name}\`\n\n${new Date().toISOString().slice(0, 10)}, ${machine}. Medians.\n`;
  await writeFile(path.join(last, `${name}.md`), `${head}\n${figures}\n`);
}
console.log(machine);
