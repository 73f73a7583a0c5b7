import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const engine = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
let read;

/** Node, with what a worker reads and compiles once for all of its test files: the engine of the embedded database. */
export default class DatabaseEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.preparedEngine = async () => {
      const { pgliteWasmModule, files } = await (read ??= readEngine());
      // Each test file has a WebAssembly of its own, and PGlite asks whether this is a module of it.
      Object.setPrototypeOf(pgliteWasmModule, this.global.WebAssembly.Module.prototype);
      return { pgliteWasmModule, files };
    };
  }
}

async function readEngine() {
  const folder = path.join(process.env.PREPARED_DATABASE, 'database');
  const [code, files] = await Promise.all([readFile(engine), readFiles(folder)]);
  return { pgliteWasmModule: await WebAssembly.compile(code), files };
}

/** All below a folder, each folder before what is in it. A folder has no content. */
async function readFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = entry.isDirectory() ? null : new Uint8Array(await readFile(file));
      return { path: path.relative(folder, file), content };
    }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
