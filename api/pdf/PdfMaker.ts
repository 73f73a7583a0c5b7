import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { GivenDocument } from './drawDocument.ts';

/** What the process is asked for. */
export interface PdfRequest {
  /** Path of the template. */
  template: string;
  /** JSON, which the template finds as `sys.inputs.data`. */
  data: string;
  /** A document that stands in the PDF: the template finds its pages as `sys.inputs.document`. */
  document?: GivenDocument;
}

/**
 * What it answers: the PDF, or why there is none, for whoever writes templates. `told` is what the template tells of what
 * it has set, as the metadata `<told>`; null: nothing.
 */
export type MadePdf = { bytes: Uint8Array; told: unknown } | { fault: string };

/** It ended before it answered, and why. */
type Ended = { ended: string };

/**
 * A process that makes PDFs, one at a time. A process and no thread: what is native in it cannot be interrupted otherwise,
 * and gives its memory back only so. It keeps nobody from ending: with this process it ends too.
 */
export class PdfMaker {
  readonly #process: ChildProcess;

  constructor() {
    this.#process = fork(fileURLToPath(new URL('pdfProcess.ts', import.meta.url)), {
      serialization: 'advanced',
      // Neither what this process was started with nor what its environment holds, secrets among it, is for that one.
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.unref();
    this.#process.channel?.unref();
    // That it could not be started is told by its end as well.
    this.#process.on('error', () => {});
  }

  async make(request: PdfRequest): Promise<MadePdf | Ended> {
    if (this.hasEnded()) return { ended: 'The process that makes PDFs has ended' };
    const stopped = new AbortController();
    const { signal } = stopped;
    const answered = once(this.#process, 'message', { signal }).then(([made]) => made as MadePdf);
    const ended = once(this.#process, 'exit', { signal }).then(() => ({ ended: 'The process that makes PDFs ended' }));
    try {
      // A process that is ending already takes no message, and tells its end.
      this.#process.send(request, () => {});
      return await Promise.race([answered, ended]);
    } catch (error) {
      return { ended: (error as Error).message };
    } finally {
      stopped.abort();
    }
  }

  hasEnded(): boolean {
    const { killed, exitCode, signalCode, connected } = this.#process;
    return killed || exitCode !== null || signalCode !== null || !connected;
  }

  /** Bytes of memory that it holds; null where the system does not tell. */
  async residentBytes(): Promise<number | null> {
    const status = await readFile(`/proc/${this.#process.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }
}
