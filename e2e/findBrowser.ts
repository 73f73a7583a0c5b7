/** The Chromium for journeys and benches: the one at CHROMIUM_PATH or, by default, the one from npm. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface FoundBrowser {
  executablePath: string;
  /** Environment variables that point the browser from npm to its libraries and fonts. */
  env: Record<string, string>;
  /** The browser's name, version and source, for the report. */
  label: string;
}

const doesNotRun =
  'The Chromium from npm runs on Linux x64 with glibc only, so set CHROMIUM_PATH to a Chromium or Chrome of this machine.';

/**
 * Without CHROMIUM_PATH, ignores browsers installed on the machine, so that tests are the same everywhere. Throws if
 * no browser can be used.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return { executablePath: named, env: {}, label: `${await versionOf(named)} from CHROMIUM_PATH` };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(doesNotRun);
  const unpacked = await unpackFromNpm();
  const version = await versionOf(unpacked.executablePath, unpacked.env).catch((cause: Error) => {
    throw new Error(doesNotRun, { cause });
  });
  return { ...unpacked, label: `${version} from npm` };
}

async function versionOf(executablePath: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'], { env: { ...process.env, ...env } });
  return stdout.trim();
}

async function unpackFromNpm(): Promise<Omit<FoundBrowser, 'label'>> {
  const source = path.join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = path.resolve(import.meta.dirname, `../.build/chromium/${version}`);
  if (!existsSync(folder)) await unpackTo(folder, source);
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_FILE: path.join(folder, 'fonts/fonts.conf') },
  };
}

/** Unpacks to a temporary folder, then renames it, so that another process never finds a half-unpacked folder. */
async function unpackTo(folder: string, source: string) {
  await mkdir(path.dirname(folder), { recursive: true });
  const unpacking = await mkdtemp(`${folder}-`);
  const home = process.env.TMPDIR;
  // The package unpacks into TMPDIR.
  process.env.TMPDIR = unpacking;
  try {
    const { default: bundled, inflate } = await import('@sparticuz/chromium');
    await bundled.executablePath();
    await inflate(path.join(source, 'bin/al2023.tar.br'));
    await writeFile(path.join(unpacking, 'fonts/fonts.conf'), fontsConfig(folder));
    await rename(unpacking, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    if (home === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = home;
    await rm(unpacking, { recursive: true, force: true });
  }
}

/** Lists the package's fonts and no others, so that pages are laid out alike on every machine. */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
