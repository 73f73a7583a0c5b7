import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Who holds a folder, for people and for the tools that would rather send to the running product. */
export interface FolderHolder {
  pid: number;
  staffUrl: string;
  startedAt: string;
}

/** Another process has the folder; null: it has not said yet who it is. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
  readonly holder: FolderHolder | null;

  constructor(folder: string, holder: FolderHolder | null) {
    super(`DATA_DIR ${folder} is in use by process ${holder?.pid ?? '?'} (${holder?.staffUrl ?? 'starting'})`);
    this.holder = holder;
  }
}

/**
 * Takes the folder for this process, or throws naming who has it. The lock is SQLite's on `desk.lock`: a lock of the
 * operating system, which a SIGKILL frees at once; `desk.lock.json` beside it only tells who.
 */
export function lockFolder(folder: string, staffUrl: string): () => void {
  const about = path.join(folder, 'desk.lock.json');
  const lock = new DatabaseSync(path.join(folder, 'desk.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new FolderInUse(folder, folderHolder(folder));
  }
  const holder: FolderHolder = { pid: process.pid, staffUrl, startedAt: new Date().toISOString() };
  writeFileSync(about, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return () => {
    rmSync(about, { force: true });
    lock.close();
  };
}

/** What the lock's file says; null without one. Only a hint: after a SIGKILL it stays. */
export function folderHolder(folder: string): FolderHolder | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'desk.lock.json'), 'utf8')) as FolderHolder;
  } catch {
    return null;
  }
}

const sqliteBusy = 5;
