import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { withinLimits } from '../limits/withinLimits.ts';
import type { GivenDocument } from './drawDocument.ts';

/** A request to the process. */
export interface PdfRequest {
  /** Path of the template. */
  template: string;
  /** JSON, which the template finds as `sys.inputs.data`. */
  data: string;
  /** A document that stands in the PDF: the template finds its pages as `sys.inputs.document`. */
  document?: GivenDocument;
}

/**
 * The process's answer: the PDF, or why there is none, for authors of templates. `told` is the template's metadata
 * `<told>` about what it has set; null: nothing.
 */
export type MadePdf = { bytes: Uint8Array; told: unknown } | { fault: string };

/**
 * A PDF that was not made. `busy`: too many wait, try again. `tooMuchWork`: it took more than it may. `ended`: its process
 * did meanwhile, maybe of this very work. `broken`: its template cannot be set with this data.
 */
export class PdfFailure extends Error {
  override name = 'PdfFailure';
  readonly outcome: 'busy' | 'tooMuchWork' | 'ended' | 'broken';

  constructor(outcome: PdfFailure['outcome'], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

/** The limits of making one PDF: docs/decisions/25-pdf.md. */
export interface PdfLimits {
  ms: number;
  /** Memory of the whole process, fonts among it. */
  residentBytes: number;
}
export const pdfLimits: PdfLimits = { ms: 10_000, residentBytes: 512 * 1_048_576 };

/** A PDF that takes longer goes on in the lane of the heavy ones, so that the others wait no longer for it. */
const quickMs = 4_000;

const maxWaiting = 20;

/** The process is kept for the next PDF, unless it holds more memory than this: with its fonts it has some 220 MB. */
const idleMs = 30_000;
const keptBytes = 320 * 1_048_576;

interface PdfWith {
  template: URL;
  data: unknown;
  /** Stands in the PDF; the template finds its pages as the JSON `sys.inputs.document`. */
  document?: GivenDocument | undefined;
  limits?: PdfLimits;
  /** Ends the waiting and the work; the failure is then `busy`. */
  signal?: AbortSignal;
}

/**
 * Makes a PDF: real text with its fonts, tagged, PDF/UA-1 where all of it can be set. The same template and data give the
 * same bytes. Throws a PdfFailure.
 *
 * @param template a `.typ` file in a folder of the API; `pdf/paper.typ` has what all of them share
 * @param data what it finds as the JSON `sys.inputs.data`
 */
export async function makePdf(template: URL, data: unknown, limits = pdfLimits): Promise<Buffer> {
  return (await makePdfWith({ template, data, limits })).bytes;
}

/** The same with a document in it; `told` is the template's metadata `<told>`, `ms` the time that was worked on it. */
export async function makePdfWith({ template, data, document, limits = pdfLimits, signal }: PdfWith) {
  const request = { template: fileURLToPath(template), data: JSON.stringify(data), ...(document && { document }) };
  const quick = { ...limits, ms: Math.min(limits.ms, quickMs) };
  const made =
    (await ordinary.make(request, quick, signal)) ??
    (limits.ms > quickMs && (await heavy.make(request, limits, signal)));
  if (!made) throw tooMuchWork();
  if ('fault' in made.answer) throw new PdfFailure('broken', `The PDF could not be made: ${made.answer.fault}`);
  return { bytes: Buffer.from(made.answer.bytes), told: made.answer.told, ms: made.ms };
}

const tooMuchWork = () => new PdfFailure('tooMuchWork', 'This PDF takes too much work to make.');

/**
 * PDFs of one process, one after the other. A process and no thread: native code cannot be interrupted otherwise, and
 * gives its memory back only so.
 */
class Lane {
  readonly #queue = new PQueue({ concurrency: 1 });
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** Null: it took more time than it may. Throws a PdfFailure. */
  async make(request: PdfRequest, limits: PdfLimits, signal?: AbortSignal) {
    const busy = () => new PdfFailure('busy', 'Too many PDFs are being made. Try again in 10 seconds.');
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
        // Memory that a large picture has left would count against the next PDF.
        if ((await residentBytes(own)) > keptBytes) own.kill('SIGKILL');
        else this.#idle = setTimeout(() => own.kill('SIGKILL'), idleMs).unref();
      }
    };
    return this.#queue.add(task, { ...(signal && { signal }) }).catch((error: unknown) => {
      // Its turn may not have come in time.
      throw signal?.aborted && !(error instanceof PdfFailure) ? busy() : error;
    });
  }
}

const ordinary = new Lane();
const heavy = new Lane();

function startProcess(): ChildProcess {
  const started = fork(fileURLToPath(new URL('pdfProcess.ts', import.meta.url)), {
    serialization: 'advanced',
    // Neither this process's options nor its environment, secrets among it, are for that one.
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It keeps this process from nothing, and ends with it.
  started.unref();
  started.channel?.unref();
  // A failed start is told by its end as well.
  started.on('error', () => {});
  return started;
}

async function ask(own: ChildProcess, request: PdfRequest): Promise<MadePdf> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const answered = once(own, 'message', { signal }).then(([made]) => made as MadePdf);
  const ended = once(own, 'exit', { signal }).then(() => {
    throw new Error('The process that makes PDFs ended');
  });
  try {
    // A process that is ending already takes no message, and tells its end.
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

/** Bytes of memory that a process holds; 0 where the system does not tell. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
