import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface DataDirHolder {
  pid: number;
  staffUrl: string;
  startedAt: string;
}

/** `holder` is null until the process that has the lock has written its details. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
  readonly holder: DataDirHolder | null;

  constructor(folder: string, holder: DataDirHolder | null) {
    super(`DATA_DIR ${folder} is in use by process ${holder?.pid ?? '?'} (${holder?.staffUrl ?? 'starting'})`);
    this.holder = holder;
  }
}

/** Keeps the connections from being garbage collected, which would release their locks. */
const locks = new Set<DatabaseSync>();

/** Returns the unlock function, or throws `DataDirInUseError`. The OS releases the lock even after SIGKILL. */
export function lockDataDir(folder: string, staffUrl: string): () => void {
  const about = path.join(folder, 'desk.lock.json');
  const lock = new DatabaseSync(path.join(folder, 'desk.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataDirInUseError(folder, readDataDirHolder(folder));
  }
  locks.add(lock);
  const holder: DataDirHolder = { pid: process.pid, staffUrl, startedAt: new Date().toISOString() };
  writeFileSync(about, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return () => {
    rmSync(about, { force: true });
    locks.delete(lock);
    lock.close();
  };
}

export function readDataDirHolder(folder: string): DataDirHolder | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'desk.lock.json'), 'utf8')) as DataDirHolder;
  } catch {
    return null;
  }
}

const sqliteBusy = 5;
