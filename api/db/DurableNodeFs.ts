import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Engine = Parameters<NodeFS['init']>[0];
type EngineOptions = Parameters<NodeFS['init']>[1];

/** The part of the engine's file system that is patched: what an open file can do. */
interface EngineModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/**
 * The engine's folder on disk, with an fsync that is one. NODEFS has no `fsync` of its own, so the engine's is answered
 * "done" without a look at the disk: enough against a killed process, nothing against a power cut.
 */
export class DurableNodeFs extends NodeFS {
  override async init(engine: Engine, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const patch = (module: unknown) => {
      (module as EngineModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, patch] } };
  }
}
