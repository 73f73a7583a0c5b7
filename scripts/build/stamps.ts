import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, type App } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';

// What does not reach the output: a changed test makes nothing stale.
const leftOut = (name: string) =>
  ['node_modules', 'dist', 'jest.config.js', 'tsconfig.json', 'README.md', 'testing'].includes(name) ||
  /\.test\.tsx?$/.test(name);

/** What an app is made of, as a hash: its folder, `shared`, the factory and the installed dependencies. */
export function inputsOf(app: App): string {
  const folders = [app.name, 'shared', 'webpack'];
  const files = folders.flatMap((folder) =>
    filesBelow(path.join(root, folder), leftOut).map((file) => path.join(folder, file)),
  );
  const others = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'];
  return contentHash([...files, ...others], root);
}

/** Whether the last build of the app had other inputs, or its output is gone. */
export function isStale(app: App, inputs: string): boolean {
  const outputs = app.outputs.every(({ from }) => existsSync(path.join(root, from)));
  return !outputs || readStamp(app) !== inputs;
}

export function stamp(app: App, inputs: string) {
  mkdirSync(path.dirname(stampFile(app)), { recursive: true });
  writeFileSync(stampFile(app), inputs);
}

function readStamp(app: App): string | null {
  return existsSync(stampFile(app)) ? readFileSync(stampFile(app), 'utf8') : null;
}

function stampFile(app: App) {
  return path.join(root, '.build/stamps', app.name);
}
