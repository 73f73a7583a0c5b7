import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const engine = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
let read;

/** A Node environment with the embedded database's engine, read and compiled once per worker. */
export default class DatabaseEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.preparedEngine = async () => {
      const prepared = await (read ??= readEngine());
      // PGlite checks the module's class, but each test file has its own `WebAssembly.Module`.
      Object.setPrototypeOf(prepared.pgliteWasmModule, this.global.WebAssembly.Module.prototype);
      return prepared;
    };
  }
}

async function readEngine() {
  const [code, database] = await Promise.all([
    readFile(engine),
    readFile(path.join(process.env.PREPARED_DATABASE, 'database.tar')),
  ]);
  return { pgliteWasmModule: await WebAssembly.compile(code), loadDataDir: new Blob([database]) };
}
