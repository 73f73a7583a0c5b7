import { execFile, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endPdfProcess, onLinux, pdfProcesses } from '../testing/pdf/pdfProcesses.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { makePdf, pdfLimits, type RenderedPdf } from './makePdf.ts';

const hungry = new URL('../testing/pdf/hungry.typ', import.meta.url);
/** Long limits, so that even a slow machine needs only one process. */
const generousLimits = { ...pdfLimits, ms: 250_000, quickMs: 250_000 };
const bytesOf = async (template: URL, data: unknown, limits = pdfLimits) =>
  (await makePdf({ template, data, limits })).bytes;
const ordinary = () => bytesOf(hungry, {}, generousLimits);

test('the same template and data give the same bytes, even in another process', async () => {
  const first = await ordinary();
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ordinary()).equals(first)).toBe(true);
  await bytesOf(hungry, { steps: 1_000_000 }, { ...pdfLimits, ms: 50 }).catch(() => {});
  expect((await ordinary()).equals(first)).toBe(true);
});

onLinux('fonts of the machine change no byte of a PDF', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'home-'));
  try {
    const without = await renderWithHome(home);
    const font = await asNotoSans();
    for (const folder of ['.fonts', '.local/share/fonts']) {
      await mkdir(path.join(home, folder), { recursive: true });
      await writeFile(path.join(home, folder, 'NotoSans.ttf'), font);
    }
    expect(await renderWithHome(home)).toBe(without);
  } finally {
    await rm(home, { recursive: true });
  }
});

/** SHA-256 of a PDF whose process finds the fonts of a home folder in addition to the system's. */
async function renderWithHome(home: string): Promise<string> {
  const own = fork(fileURLToPath(new URL('pdfProcess.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: { HOME: home },
  });
  const answered = once(own, 'message');
  own.send({ template: fileURLToPath(new URL('../testing/pdf/fallback.typ', import.meta.url)), data: '{}' });
  const [made] = (await answered) as [RenderedPdf];
  own.disconnect();
  if ('fault' in made) throw new Error(made.fault);
  return createHash('sha256').update(made.bytes).digest('hex');
}

/** The Thai font renamed to "Noto Sans", because the compiler's fallback prefers the requested family. */
async function asNotoSans(): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const font = await readFile(resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  const names = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'name')! + 8);
  const records = Array.from({ length: font.readUInt16BE(names + 2) }, (_, n) => names + 6 + 12 * n);
  const family = records.find((at) => font.readUInt16BE(at + 6) === 1)!;
  font.writeUInt16BE(Buffer.from('Noto Sans', 'utf16le').length, family + 8);
  return font;
}

const tooMuchWork = { name: 'PdfFailure', outcome: 'tooMuchWork' };

test.each([
  ['time', { steps: 1_000_000 }, { ms: 300 }],
  ['memory', { numbers: 20_000_000 }, { ...generousLimits, residentBytes: 200 * 1_048_576 }],
])('a PDF over the limit of %s is aborted, and the next one is made', async (_what, data, limit) => {
  await expect(bytesOf(hungry, data, { ...pdfLimits, ...limit })).rejects.toMatchObject(tooMuchWork);
  await expect(ordinary()).resolves.toBeInstanceOf(Buffer);
});

test('a template that does not fit its data gives the reason', async () => {
  await expect(bytesOf(hungry, { fails: true })).rejects.toMatchObject({
    outcome: 'broken',
    message: expect.stringContaining('dictionary does not contain key "nothing"'),
  });
  await expect(bytesOf(new URL('../testing/none.typ', import.meta.url), {})).rejects.toMatchObject({
    outcome: 'broken',
  });
});

onLinux('the PDF process has a lower priority than all others', async () => {
  await ordinary();
  const made = await pdfProcesses();
  expect(made).toHaveLength(1);
  expect(os.getPriority(made[0])).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
});

onLinux('one process makes all PDFs and ends 30 seconds after the last; the next PDF starts another', async () => {
  await ordinary();
  const [first, ...more] = await pdfProcesses();
  expect(more).toEqual([]);
  // Fakes only timeouts, which decide how long a process is kept.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await ordinary();
    vi.advanceTimersByTime(29_999);
    await ordinary();
    vi.advanceTimersByTime(29_999);
    expect(await pdfProcesses()).toEqual([first]);
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  expect(await pollUntil(pdfProcesses, (left) => left.length === 0)).toEqual([]);
  await expect(ordinary()).resolves.toBeInstanceOf(Buffer);
  const [next] = await pdfProcesses();
  expect(next).not.toBe(first);
});

onLinux('if the process dies while making a PDF, that PDF fails at once, and the next one is made', async () => {
  const broken = bytesOf(hungry, { steps: 1_000_000 }, generousLimits);
  const ended = expect(broken).rejects.toMatchObject({
    name: 'PdfFailure',
    ...{ outcome: 'ended', message: 'The PDF process ended' },
  });
  const killed = await endPdfProcess();
  await ended;
  await expect(ordinary()).resolves.toBeInstanceOf(Buffer);
  expect(await pdfProcesses()).not.toContain(killed);
});

onLinux('the PDF process ends with its parent', async () => {
  const code = `
    const { makePdf } = await import(${JSON.stringify(new URL('makePdf.ts', import.meta.url).href)});
    await makePdf({ template: new URL(${JSON.stringify(hungry.href)}), data: {} });
    const { readFileSync } = await import('node:fs');
    console.log(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'));
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]).catch(
    (error: { stdout: string }) => error,
  );
  const made = Number(stdout.trim());
  expect(made).toBeGreaterThan(0);
  // The command of a zombie process is empty.
  const command = () => readFile(`/proc/${made}/cmdline`, 'utf8').catch(() => '');
  expect(await pollUntil(command, (left) => left === '')).toBe('');
});

onLinux(
  'a process that holds much memory after a PDF is not reused, because that counts towards the next PDF’s limit',
  async () => {
    await bytesOf(hungry, { numbers: 700_000 }, { ...generousLimits, residentBytes: 2 ** 31 });
    expect(await pollUntil(pdfProcesses, (left) => left.length === 0)).toEqual([]);
    await expect(ordinary()).resolves.toBeInstanceOf(Buffer);
  },
);

test('a heavy PDF does not delay others for long', async () => {
  const stop = new AbortController();
  const limits = { ...pdfLimits, ms: 60_000 };
  const request = { template: hungry, data: { steps: 1_000_000 }, limits, signal: stop.signal };
  const heavy = makePdf(request).catch((error: unknown) => error);
  await expect(Promise.race([ordinary(), heavy])).resolves.toBeInstanceOf(Buffer);
  stop.abort();
  await expect(heavy).resolves.toMatchObject({ outcome: 'busy' });
});

test('at most 20 PDFs wait, and further ones are refused at once', async () => {
  const made = Array.from({ length: 21 }, ordinary);
  await expect(ordinary()).rejects.toMatchObject({ outcome: 'busy' });
  await expect(Promise.all(made)).resolves.toHaveLength(21);
});
