import { spawn } from 'node:child_process';

export interface Step {
  title: string;
  /** The program and its arguments. */
  command: readonly string[];
  /** The step, by its title, that must have ended well before. */
  after?: string;
}

export interface Ended {
  title: string;
  /** What was wrong; null: nothing. */
  wrong: string | null;
}

/** Several times what the slowest step takes on two busy cores. */
const stepBudgetMs = 25 * 60_000;

/** How long after its end the rest of what a step said may come. */
const lastWordsMs = 2_000;

interface Circumstances {
  /** Where the steps run. */
  folder: string;
  /** How many run at the same time. */
  together: number;
  print: (text: string) => void;
}

/**
 * Runs all steps, in their order as far as they do not wait for each other; one that failed keeps none but those `after`
 * it from running. What a step says is printed as a whole, when it has ended. Answers with how each ended.
 */
export async function runSteps(steps: readonly Step[], { folder, together, print }: Circumstances): Promise<Ended[]> {
  const waiting = [...steps];
  const ended: Ended[] = [];
  const running = new Set<Promise<void>>();
  const endOf = (title: string | undefined) => ended.find((step) => step.title === title);
  const isReady = ({ after }: Step) => after === undefined || endOf(after) !== undefined;

  async function run(step: Step) {
    const before = endOf(step.after);
    if (before?.wrong) {
      ended.push({ title: step.title, wrong: `not run: ${before.title} failed` });
      return;
    }
    const began = Date.now();
    print(`   ${step.title} …`);
    const { wrong, output } = await runCommand(step.command, folder);
    const took = Math.round((Date.now() - began) / 1000);
    print(`\n── ${step.title}\n${output}   ${step.title}: ${wrong ? `FAILED (${wrong})` : 'ok'} in ${took} s\n`);
    ended.push({ title: step.title, wrong });
  }

  while (waiting.length || running.size) {
    const next = running.size < together ? waiting.findIndex(isReady) : -1;
    if (next < 0) {
      await Promise.race(running);
      continue;
    }
    const [step] = waiting.splice(next, 1);
    const one = run(step!).finally(() => running.delete(one));
    running.add(one);
  }
  return ended;
}

async function runCommand([program = '', ...args]: Step['command'], folder: string) {
  const chunks: Buffer[] = [];
  const wrong = await new Promise<string | null>((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A step that hangs has failed; the steps after it still tell their part.
      signal: AbortSignal.timeout(stepBudgetMs),
      killSignal: 'SIGKILL',
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', ({ message }) => resolve(message));
    child.on('exit', (code, signal) => {
      const end = () => resolve(code === 0 ? null : (signal ?? `exit code ${code}`));
      child.on('close', end);
      // A process that it left behind holds its output open.
      setTimeout(end, lastWordsMs).unref();
    });
  });
  return { wrong, output: Buffer.concat(chunks).toString() };
}
