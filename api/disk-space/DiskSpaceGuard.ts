import { existsSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Call } from 'shared/api/call';
import type { Settings } from '../settings/settings.ts';

interface DiskSpaceOptions {
  readFree: () => Promise<number>;
  /** 0 turns the guard off. */
  minFreeBytes: number;
  holdsDatabase: boolean;
  log: {
    warn: (figures: object, message: string) => void;
    info: (figures: object, message: string) => void;
  };
  /** How long a reading is cached, in ms. */
  freshMs?: number;
}

const megabyte = 1_048_576;
/** Copies of an upload: the received file and the one in storage. */
const placesOfFile = 2;
/** Copies of a row: in the WAL, in the table and in indexes. */
const placesOfRows = 4;

/** Refuses changes while the disk is almost full: PostgreSQL stops when its WAL cannot grow. */
export class DiskSpaceGuard {
  readonly #options: DiskSpaceOptions;
  #free = Promise.resolve(Infinity);
  #readAt = -Infinity;
  #enough = true;
  /** Bytes reserved for calls in progress. */
  #promised = 0;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** Always true if the database is on another disk. Ignores reservations, because few are used in full. */
  async allowsChanges(): Promise<boolean> {
    return !this.#options.holdsDatabase || this.allowsFiles();
  }

  async allowsFiles(): Promise<boolean> {
    return (await this.#readFree()) >= this.#options.minFreeBytes;
  }

  /**
   * Returns a release function, or null if there is too little space. Calls that write little may use half of
   * `minFreeBytes`. They reserve nothing, because some need no sign-in: strangers who never send a body
   * could reserve the whole disk.
   */
  async reserve(call: Call, bytes: number): Promise<(() => void) | null> {
    const { holdsDatabase, minFreeBytes } = this.#options;
    const isSpared = call.method === 'GET' || call.writes === 'nothing' || !(holdsDatabase || call.files);
    if (isSpared) return () => {};
    const little = call.writes === 'little';
    const needed = little ? 0 : bytes * (call.files ? placesOfFile : placesOfRows);
    // No `await` after this one, or two concurrent calls could reserve the same space.
    const left = (await this.#readFree()) - this.#promised - needed;
    if (left < minFreeBytes * (little ? 0.5 : 1)) return null;
    this.#promised += needed;
    return () => void (this.#promised -= needed);
  }

  #readFree(): Promise<number> {
    const { minFreeBytes, freshMs = 500 } = this.#options;
    if (minFreeBytes > 0 && performance.now() - this.#readAt >= freshMs) {
      this.#readAt = performance.now();
      this.#free = this.#measureFreeBytes();
    }
    return this.#free;
  }

  async #measureFreeBytes(): Promise<number> {
    const { readFree, minFreeBytes, log } = this.#options;
    // If the check fails, assume that there is space. If the disk is full, the write fails later anyway.
    const free = await readFree().catch(() => Infinity);
    const enough = free >= minFreeBytes;
    if (enough !== this.#enough) {
      const figures = { freeMb: Math.floor(free / megabyte), minFreeMb: Math.ceil(minFreeBytes / megabyte) };
      if (enough) log.info(figures, 'disk space is available again: changes are accepted');
      else log.warn(figures, 'the file system of DATA_DIR is almost full: changes are refused');
    }
    this.#enough = enough;
    return free;
  }
}

export function openDiskSpaceGuard(
  { dataDir, minFreeMb, databaseUrl }: Pick<Settings, 'dataDir' | 'minFreeMb' | 'databaseUrl'>,
  log: DiskSpaceOptions['log'],
): DiskSpaceGuard {
  return new DiskSpaceGuard({
    readFree: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    minFreeBytes: minFreeMb * megabyte,
    holdsDatabase: databaseUrl === null,
    log,
  });
}

export async function assertSpaceForDatabase(
  { dataDir, databaseUrl, minFreeMb }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'minFreeMb'>,
  diskSpace: DiskSpaceGuard,
): Promise<void> {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'database', 'PG_VERSION'))) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await diskSpace.allowsChanges()) return;
  throw new Error(
    `DATA_DIR ${dataDir} has too little space for a new database: MIN_FREE_MB requires ${minFreeMb} MB to stay free.`,
  );
}

/** Codes of the file system and of PostgreSQL. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100'];

export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return diskFullCodes.includes((error as { code?: string }).code ?? '') || isDiskFullError(error.cause);
}
