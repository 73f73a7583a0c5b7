import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let scratch: string;
let temporary: string;

beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'failed-starts-'));
  temporary = path.join(scratch, 'tmp');
  mkdirSync(temporary);
  // For a server that must not be root.
  for (const folder of [scratch, temporary]) chmodSync(folder, 0o755);
});
afterEach(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** What a process of its own, which puts its temporary files elsewhere, says of a call of a module beside this one. */
function fails(call: string, module: string, programs = '') {
  const script = `const { ${call.split('(')[0]} } = await import(${JSON.stringify(path.join(import.meta.dirname, module))});
    await ${call}.then(() => 'It started', ({ message }) => message).then(console.log);`;
  const env = { PATH: `${programs}${path.delimiter}${process.env.PATH}`, TMPDIR: temporary };
  // One that leaves something running would not end.
  const given = { env, cwd: scratch, encoding: 'utf8', timeout: 100_000 } as const;
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], given);
  expect(signal).toBeNull();
  return stdout;
}

test('a product that does not start leaves nothing behind', async () => {
  expect(fails("productProcess({ PORT: 'x' })", 'productProcess.ts')).toContain('PORT must be a whole number');
  expect(await readdir(temporary)).toEqual([]);
});

test('an API that does not start leaves nothing behind', async () => {
  expect(fails("startTestApi('embedded', { PORT: 'x' })", 'startTestApi.ts')).toContain('PORT must be a whole number');
  expect(await readdir(temporary)).toEqual([]);
});

test.each(['initdb', 'postgres'])('a server whose %s fails leaves nothing behind', async (broken) => {
  for (const program of ['initdb', 'postgres']) {
    writeFileSync(path.join(scratch, program), `#!/bin/sh\nexit ${program === broken ? 3 : 0}\n`, { mode: 0o755 });
  }
  // Also the one that succeeds is no server.
  expect(fails('ownPostgres()', 'ownPostgres.ts', scratch)).toMatch(/initdb|ended with/);
  expect(await readdir(temporary)).toEqual([]);
});
