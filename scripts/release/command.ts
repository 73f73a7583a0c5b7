/** Arguments, target and errors of the commands release, rollback and releases. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openRemoteStore } from '../../api/remotes/PublishedRemotes.ts';
import type { Author, RemoteStore } from '../../api/remotes/RemoteStore.ts';
import { readSettings } from '../../api/settings/settings.ts';
import { remotes, root } from '../build/apps.ts';

interface Command {
  store: RemoteStore;
  keepDays: number;
  /** The positional arguments. */
  rest: string[];
  desk: string | undefined;
}

/** The API settings that a target needs. A forge must pass these on. */
export const targetSettings = [
  ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ...['S3_ENDPOINT', 'KEEP_VERSIONS_DAYS'],
];

/** Runs a command. If it fails, prints one sentence and sets the exit code to 1. */
export async function runCommand(run: (command: Command) => Promise<void>) {
  let to: string | undefined;
  try {
    const options = { to: { type: 'string' }, desk: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    to = values.to;
    if (!to) throw new Error('Add --to FOLDER or --to s3://BUCKET/PREFIX.');
    await run({ ...(await openTarget(to)), rest: positionals, desk: values.desk });
  } catch (error) {
    // Name the bucket, because an SDK's own message does not.
    const refusal = '$metadata' in (error as object) ? `${to} returned an error: ` : '';
    console.error(`${refusal}${sentenceOf(error as Error)}`);
    process.exitCode = 1;
  }
}

/** Opens the folder or bucket of `--to` with the API's settings. A folder is relative to where npm was called. */
export async function openTarget(to: string): Promise<{ store: RemoteStore; keepDays: number }> {
  const envFile = path.join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const isBucket = to.startsWith('s3://');
  if (!isBucket && /^[\w+.-]{2,}:/.test(to)) throw new Error(`${to} is neither a folder nor s3://BUCKET/PREFIX.`);
  const target = isBucket ? to : path.resolve(process.env.INIT_CWD ?? '.', to);
  if (existsSync(target) && !statSync(target).isDirectory()) throw new Error(`${to} is a file. Name a folder.`);
  const settings = readSettings({
    ...Object.fromEntries(targetSettings.map((name) => [name, process.env[name]])),
    REMOTES_DIR: target,
    // A bucket's versions are copied to this folder.
    DATA_DIR: path.join(root, '.build'),
  });
  const store = await openRemoteStore(settings);
  // If the target cannot be read, fail before anything is built.
  await store.remotes();
  return { store, keepDays: settings.keepVersionsDays };
}

/** The remotes' failures, and the versions of contract, desk, kit and API, as a running desk reports them. */
export async function healthOf(desk: string) {
  try {
    const { remoteFailures, runs } = (await (await fetch(new URL('/api/health', desk))).json()).data;
    return { remoteFailures, runs };
  } catch {
    throw new Error(`Arrival Desk is not responding at ${desk}.`);
  }
}

/** Returns `name`, by default the remote in whose folder npm runs. Throws if there is no such remote. */
export function remoteOf(name = path.basename(process.cwd())): string {
  if (!remotes.includes(name)) throw new Error(`There is no remote ${name}. Choose one of ${remotes.join(', ')}.`);
  return name;
}

export function author(): Author {
  const by = process.env.GITHUB_ACTOR ?? git('config', 'user.name') ?? userInfo().username;
  const isChanged = Boolean(git('status', '--porcelain'));
  const commit = git('rev-parse', '--short=12', 'HEAD');
  return { at: new Date().toISOString(), by, commit: commit && `${commit}${isChanged ? '+' : ''}` };
}

function git(...args: string[]): string | null {
  try {
    return (
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
    );
  } catch {
    return null;
  }
}

/** An error's message in one line. Some errors of SDKs have only a name. */
function sentenceOf({ name, message }: Error): string {
  const text = message && message !== 'UnknownError' ? message : name;
  return text.replace(/\s*\n\s*/g, ' ');
}
