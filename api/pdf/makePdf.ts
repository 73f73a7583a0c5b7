import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { withinLimits } from '../limits/withinLimits.ts';
import type { SourceDocument } from './drawDocument.ts';

export interface PdfRequest {
  template: string;
  /** JSON for `sys.inputs.data`. */
  data: string;
  document?: SourceDocument;
}

/** `metadata`: the value of the template's metadata labelled `<told>`, or null. */
export type RenderedPdf = { bytes: Uint8Array; metadata: unknown } | { fault: string };

/** `busy`: retry. `tooMuchWork`: over the limits. `ended`: the process crashed. `broken`: unusable template or data. */
export class PdfFailure extends Error {
  override name = 'PdfFailure';
  readonly outcome: 'busy' | 'tooMuchWork' | 'ended' | 'broken';

  constructor(outcome: PdfFailure['outcome'], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

/** After `quickMs` a PDF starts again in the lane for slow PDFs, so that fast ones need not wait. */
export interface PdfLimits {
  ms: number;
  quickMs: number;
  residentBytes: number;
}
export const pdfLimits: PdfLimits = { ms: 10_000, quickMs: 4_000, residentBytes: 512 * 1_048_576 };

const maxWaiting = 20;

const idleMs = 30_000;
/** A process with more memory is not reused. With fonts alone it needs some 220 MB. */
const keptBytes = 320 * 1_048_576;

interface PdfOptions {
  template: URL;
  data: unknown;
  document?: SourceDocument | undefined;
  limits?: PdfLimits;
  /** Aborts waiting and rendering, with the outcome `busy`. */
  signal?: AbortSignal;
}

/**
 * Makes a tagged PDF (PDF/UA-1 if possible). The same template, data and document always produce the same bytes. Throws
 * a PdfFailure. In the result, `ms` is the time that rendering took.
 */
export async function makePdf({ template, data, document, limits = pdfLimits, signal }: PdfOptions) {
  const request = { template: fileURLToPath(template), data: JSON.stringify(data), ...(document && { document }) };
  const quick = { ...limits, ms: Math.min(limits.ms, limits.quickMs) };
  const made =
    (await ordinary.make(request, quick, signal)) ??
    (limits.ms > limits.quickMs && (await heavy.make(request, limits, signal)));
  if (!made) throw tooMuchWork();
  if ('fault' in made.answer) throw new PdfFailure('broken', `The PDF could not be rendered: ${made.answer.fault}`);
  return { bytes: Buffer.from(made.answer.bytes), metadata: made.answer.metadata, ms: made.ms };
}

const tooMuchWork = () => new PdfFailure('tooMuchWork', 'This PDF is too large to render.');

/** Renders one PDF at a time in a process, because native code in a thread could not be interrupted. */
class Lane {
  readonly #queue = new PQueue({ concurrency: 1 });
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** Null if the PDF took too long. Throws a PdfFailure. */
  async make(request: PdfRequest, limits: PdfLimits, signal?: AbortSignal) {
    const busy = () => new PdfFailure('busy', 'Too many PDFs are being created. Try again in 10 seconds.');
    if (this.#queue.size >= maxWaiting) throw busy();
    const task = async () => {
      clearTimeout(this.#idle);
      if (!this.#process || hasEnded(this.#process)) this.#process = startProcess();
      const own = this.#process;
      const began = performance.now();
      const takesTooMuch = async () => signal?.aborted === true || (await residentBytes(own)) > limits.residentBytes;
      try {
        const answer = await withinLimits(ask(own, request), { ms: limits.ms, takesTooMuch });
        const ms = performance.now() - began;
        if (answer) return { answer, ms };
        own.kill('SIGKILL');
        if (signal?.aborted) throw busy();
        if (ms < limits.ms) throw tooMuchWork();
        return null;
      } finally {
        // Memory left over from a large image would count towards the next PDF's limit.
        if ((await residentBytes(own)) > keptBytes) own.kill('SIGKILL');
        else this.#idle = setTimeout(() => own.kill('SIGKILL'), idleMs).unref();
      }
    };
    return this.#queue.add(task, { ...(signal && { signal }) }).catch((error: unknown) => {
      // An abort before the PDF's turn rejects with another error.
      throw signal?.aborted && !(error instanceof PdfFailure) ? busy() : error;
    });
  }
}

const ordinary = new Lane();
const heavy = new Lane();

function startProcess(): ChildProcess {
  const started = fork(fileURLToPath(new URL('pdfProcess.ts', import.meta.url)), {
    serialization: 'advanced',
    // The child process must not get this process's environment, which contains secrets.
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  // `ask` rejects on an error. Without this listener, an error at any other time would end the main process.
  started.on('error', () => {});
  return started;
}

async function ask(own: ChildProcess, request: PdfRequest): Promise<RenderedPdf> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const answered = once(own, 'message', { signal }).then(([made]) => made as RenderedPdf);
  const ended = once(own, 'exit', { signal }).then(() => {
    throw new Error('The PDF process ended');
  });
  try {
    // Errors are ignored: a process that no longer receives messages has ended, and so emits 'exit'.
    own.send(request, () => {});
    return await Promise.race([answered, ended]);
  } catch (error) {
    throw new PdfFailure('ended', (error as Error).message);
  } finally {
    stopped.abort();
  }
}

const hasEnded = ({ killed, exitCode, signalCode, connected }: ChildProcess) =>
  killed || exitCode !== null || signalCode !== null || !connected;

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
