/** What `npm test` takes, with whatever is in its caches: a fresh clone has none. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Line } from './report.ts';

const root = path.resolve(import.meta.dirname, '..');
const stepEnded = /^ {3}(.+): (ok|FAILED.*) in (\d+) s$/gm;
const inAll = /^\d+ passed, \d+ failed, \d+ skipped/m;

/** Its floor is the processor's time of all that it starts, over the cores: none of them ever waits. */
export async function gate(): Promise<Line[]> {
  const [began, worked] = [performance.now(), processorSeconds()];
  const output = await runGate();
  const took = (performance.now() - began) / 1000;
  const floor = (processorSeconds() - worked) / availableParallelism();
  return [
    { what: 'npm test', figure: minutes(took), spread: inAll.exec(output)?.[0], aim: '≤ 7 min' },
    { what: 'The floor: its work on all cores at once', figure: minutes(floor) },
    ...[...output.matchAll(stepEnded)].map(([, step, end, seconds]) => ({
      what: `… ${step}`,
      figure: `${seconds} s`,
      spread: end === 'ok' ? undefined : end,
    })),
  ];
}

async function runGate(): Promise<string> {
  const child = spawn('npm', ['test'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    process.stdout.write(chunk);
    output += chunk;
  }
  await ended;
  return output;
}

/** Of the processes that this one began and that have ended (proc(5): cutime and cstime, in hundredths). */
function processorSeconds(): number {
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(afterName[13]) + Number(afterName[14])) / 100;
}

const minutes = (seconds: number) => `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
