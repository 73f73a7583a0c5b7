import path from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

/** A file or, without content, a folder of a database; the path is the one within it. */
export interface PreparedFile {
  path: string;
  content: Uint8Array | null;
}

interface Operations {
  write: (stream: { node: Node }, ...rest: unknown[]) => number;
}
interface Node {
  contents: Uint8Array;
  usedBytes: number;
  node_ops: { mknod: (parent: Node, name: string, mode: number, device: number) => Node };
  stream_ops: Operations;
}
/** The part of the engine's file system in memory that is used: how it holds a file. */
interface EngineFs {
  mkdirTree: (folder: string, mode: number) => void;
  lookupPath: (file: string) => { node: Node };
}

/** Where the engine looks for its database. */
const database = '/pglite/data';

/**
 * A database in memory that begins with these files. They are not copied until something is written into one: of the
 * forty megabytes a test writes a few, and the others are shared by all engines of a worker.
 */
export class PreparedFs extends MemoryFS {
  readonly #files: readonly PreparedFile[];

  constructor(files: readonly PreparedFile[]) {
    super('prepared');
    this.#files = files;
  }

  override async initialSyncFs() {
    const fs = (this.pg as unknown as { Module: { FS: EngineFs } }).Module.FS;
    fs.mkdirTree(database, 0o700);
    const folders = new Map([['.', fs.lookupPath(database).node]]);
    let copying: Operations | undefined;
    for (const file of this.#files) {
      const folder = folders.get(path.dirname(file.path))!;
      const mode = file.content ? 0o100600 : 0o040700;
      const node = folder.node_ops.mknod(folder, path.basename(file.path), mode, 0);
      if (file.content) {
        node.contents = file.content;
        node.usedBytes = file.content.length;
        node.stream_ops = copying ??= this.#copyFirst(node.stream_ops);
      } else folders.set(file.path, node);
    }
  }

  /** What changes a file's size makes a new array by itself; only what writes into it does not. */
  #copyFirst(operations: Operations): Operations {
    const shared = new Set(this.#files.map(({ content }) => content));
    return {
      ...operations,
      write: (stream, ...rest) => {
        const { node } = stream;
        if (shared.has(node.contents)) node.contents = node.contents.slice();
        return operations.write(stream, ...rest);
      },
    };
  }
}
