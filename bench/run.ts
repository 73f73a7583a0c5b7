/** `npm run bench`: prints every figure and keeps them in bench/last.md. `npm run bench -- pages lists` runs some. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { coldBuild, secondStart } from './commands.ts';
import { inTheBrowser } from './inTheBrowser.ts';
import { listPages } from './listPages.ts';
import { million } from './million.ts';
import { moves } from './moves.ts';
import { table, type Line } from './report.ts';

const parts: Record<string, () => Promise<Line[]>> = {
  build: coldBuild,
  start: secondStart,
  pages: inTheBrowser,
  lists: listPages,
  million,
  moves,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

// What is measured must be what is there now.
if (!asked.includes('build') && asked.length) spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const lines: Line[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length && !asked.includes(name)) continue;
  console.log(`measuring: ${name} …`);
  lines.push(...(await part()));
}

const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
console.log(`\n${table(lines)}\n\n${machine}`);
if (!asked.length) {
  const head = `# The last figures\n\n\`npm run bench\` writes this page (${machine}).\nMedians; compare only what was measured in one run.\n`;
  await writeFile(path.join(import.meta.dirname, 'last.md'), `${head}\n${table(lines)}\n`);
}
