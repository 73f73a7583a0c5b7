import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface FolderHolder {
  pid: number;
  staffUrl: string;
  startedAt: string;
}

/** `holder` is null until that process has written its details. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  readonly holder: FolderHolder | null;

  constructor(folder: string, holder: FolderHolder | null) {
    super(`DATA_DIR ${folder} is in use by process ${holder?.pid ?? '?'} (${holder?.staffUrl ?? 'starting'})`);
    this.holder = holder;
  }
}

/** Garbage collection of a connection would release its lock. */
const held = new Set<DatabaseSync>();

/** Throws `FolderInUseError`. The operating system releases SQLite's lock even after SIGKILL. */
export function lockFolder(folder: string, staffUrl: string): () => void {
  const about = path.join(folder, 'desk.lock.json');
  const lock = new DatabaseSync(path.join(folder, 'desk.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new FolderInUseError(folder, folderHolder(folder));
  }
  held.add(lock);
  const holder: FolderHolder = { pid: process.pid, staffUrl, startedAt: new Date().toISOString() };
  writeFileSync(about, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return () => {
    rmSync(about, { force: true });
    held.delete(lock);
    lock.close();
  };
}

export function folderHolder(folder: string): FolderHolder | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'desk.lock.json'), 'utf8')) as FolderHolder;
  } catch {
    return null;
  }
}

const sqliteBusy = 5;
