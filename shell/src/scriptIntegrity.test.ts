import scriptIntegrity, { checkScripts } from './scriptIntegrity.ts';
import { fakeEntry } from './testing/fakeRemotes.ts';

const folder = '/remotes/remote-some/1/assets';
const { createScript } = scriptIntegrity();
const hooked = (url: string) => createScript!({ url }) as { script: HTMLScriptElement; timeout: number } | undefined;
const scriptOf = (url: string) => hooked(url)?.script;

beforeAll(() => {
  const integrity = { 'assets/entry.js': 'sha384-entry', 'assets/list.css': 'sha384-list' };
  checkScripts({ ...fakeEntry([]), integrity });
});

test('scripts and stylesheets carry the hashes of their version', () => {
  expect(scriptOf(`${folder}/entry.js`)?.integrity).toBe('sha384-entry');
  expect(hooked(`${folder}/entry.js`)?.timeout).toBe(15_000);
  expect(globalThis.integrityOf!(`${folder}/list.css`)).toBe('sha384-list');
  expect(globalThis.integrityOf!(`${folder}/../assets/list.css`)).toBe('sha384-list');
});

test('a script that its version does not list is refused; stylesheets, which earlier releases do not list, are not', () => {
  expect(scriptOf(`${folder}/other.js`)?.integrity).toBe(`sha384-${'A'.repeat(64)}`);
  expect(globalThis.integrityOf!(`${folder}/other.css`)).toBeUndefined();
});

test('files of a version without hashes are not checked', () => {
  checkScripts({ ...fakeEntry([]), manifest: '/remotes/remote-some/dev/mf-manifest.json' });
  expect(scriptOf('/remotes/remote-some/dev/assets/entry.js')).toBeUndefined();
});
