import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Engine = Parameters<NodeFS['init']>[0];
type EngineOptions = Parameters<NodeFS['init']>[1];

/** The part of the engine's file system that is patched or needed for it: what an open file can do, and its errors. */
interface EngineModule {
  FS: { ErrnoError: new (errno: number) => Error };
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number };
    convertNodeCode: (error: unknown) => number;
  };
}

/**
 * The engine's folder on disk, with an fsync that is one. NODEFS has no `fsync` of its own, so the engine's is answered
 * "done" without a look at the disk: enough against a killed process, nothing against a power cut.
 */
export class DurableNodeFs extends NodeFS {
  readonly #onPanic: (reason: string) => void;
  /** Why the engine ended or did not begin, in PostgreSQL's own words. */
  lastWords: string | null = null;

  /**
   * `onPanic` is told why the engine has given up: its log or its memory of it may be wrong, and it must not be asked
   * again. The reason is PostgreSQL's own text. It must end the process: PGlite takes the engine's end for the end of a
   * statement, and would ask it for the next one for ever.
   */
  constructor(folder: string, onPanic: (reason: string) => void) {
    super(folder);
    this.#onPanic = onPanic;
  }

  override async init(engine: Engine, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const patch = (module: unknown) => {
      const { FS, NODEFS } = module as EngineModule;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
          return 0;
        } catch (error) {
          // The engine knows its own kind of errors only.
          throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
        }
      };
    };
    const { printErr } = emscriptenOpts;
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, patch],
        printErr: (line: string) => {
          this.lastWords = /(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? this.lastWords;
          printErr?.(line);
        },
        onAbort: () => this.#onPanic(this.lastWords ?? 'the engine gave up'),
      },
    };
  }
}
