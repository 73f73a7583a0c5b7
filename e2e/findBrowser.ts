/**
 * A Chromium to test in, found or brought without root: CHROMIUM_PATH, one on the machine, Playwright's own where it was
 * downloaded, else the one that comes by npm (@sparticuz/chromium, Linux x64), unpacked once.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';

export interface FoundBrowser {
  executablePath: string;
  /** What the process needs in its environment: the libraries that come with the npm build. */
  env: Record<string, string>;
  /** Where it comes from, for the report. */
  origin: string;
}

const onTheMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Resolves to the first that is there; rejects when CHROMIUM_PATH names none. */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return { executablePath: named, env: {}, origin: 'CHROMIUM_PATH' };
  }
  const found = onTheMachine.find(existsSync);
  if (found) return { executablePath: found, env: {}, origin: 'the machine' };
  if (existsSync(chromium.executablePath())) {
    return { executablePath: chromium.executablePath(), env: {}, origin: 'Playwright' };
  }
  return unpackFromNpm();
}

async function unpackFromNpm(): Promise<FoundBrowser> {
  const folder = path.resolve(import.meta.dirname, '../.build/chromium');
  const stamp = path.join(folder, 'unpacked');
  const home = process.env.TMPDIR;
  // The package unpacks into the temporary folder; ours survives a restart and is known to be whole.
  process.env.TMPDIR = folder;
  try {
    if (!existsSync(stamp)) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { default: bundled, inflate } = await import('@sparticuz/chromium');
    const executablePath = await bundled.executablePath();
    const archives = path.join(path.dirname(new URL(import.meta.resolve('@sparticuz/chromium')).pathname), '../bin');
    await inflate(path.join(archives, 'al2023.tar.br'));
    await writeFile(path.join(folder, 'fonts/fonts.conf'), fontsConfig(folder));
    await writeFile(stamp, '');
    return {
      executablePath,
      env: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
      origin: 'npm',
    };
  } finally {
    if (home === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = home;
  }
}

/** The package's own file looks in fixed folders only; without any font Chromium ends at the first text. */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
