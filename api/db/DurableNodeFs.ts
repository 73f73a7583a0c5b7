import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Engine = Parameters<NodeFS['init']>[0];
type EngineOptions = Parameters<NodeFS['init']>[1];

interface EngineModule {
  FS: { ErrnoError: new (errno: number) => Error };
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number };
    convertNodeCode: (error: unknown) => number;
  };
}

/** NODEFS with an fsync that reaches the disk, so that committed data survives a power cut. */
export class DurableNodeFs extends NodeFS {
  readonly #onPanic: (reason: string) => void;
  /** The error text that PostgreSQL wrote when the engine stopped or failed to start. */
  lastWords: string | null = null;

  /** `onPanic` must end the process: the engine's WAL or memory may be corrupt, but PGlite would go on. */
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
          // The engine handles no other error class.
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
        onAbort: () => this.#onPanic(this.lastWords ?? 'the engine stopped'),
      },
    };
  }
}
