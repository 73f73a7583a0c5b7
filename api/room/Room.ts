import { existsSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Call } from 'shared/api/call';
import type { Settings } from '../settings/settings.ts';

interface RoomOptions {
  /** Bytes that are free where DATA_DIR lies, for this process. */
  readFree: () => Promise<number>;
  /** Bytes that stay free; 0: whatever is free is enough. */
  leastFree: number;
  /** Whether the database lies there too: the embedded one does. */
  holdsDatabase: boolean;
  log: {
    warn: (figures: object, message: string) => void;
    info: (figures: object, message: string) => void;
  };
  /** How long a reading is kept: within it, nothing of ours writes the margin full. */
  freshMs?: number;
}

const megabyte = 1_048_576;
/** A file lies on the disk once as it came in, and once in the storage. */
const placesOfFile = 2;
/** Rows lie in the log, in their table and in its indexes. */
const placesOfRows = 4;

/**
 * The free space on the file system of DATA_DIR. A database without space for its log cannot go on, so changes are refused
 * while there is still enough left for those under way.
 */
export class Room {
  readonly #options: RoomOptions;
  #free = Promise.resolve(Infinity);
  #readAt = -Infinity;
  #enough = true;
  /** Bytes that calls under way may still write. */
  #promised = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /**
   * Whether the database may grow: always, if it lies elsewhere. What calls were promised does not count. They seldom take
   * all of it, and jobs must not rest because of what somebody might still send.
   */
  async forChanges(): Promise<boolean> {
    return !this.#options.holdsDatabase || this.forFiles();
  }

  /** Whether files may be written in DATA_DIR, again without what calls were promised. */
  async forFiles(): Promise<boolean> {
    return (await this.#readFree()) >= this.#options.leastFree;
  }

  /**
   * Reserves space for a call with a body of `bytes`, and returns what gives it back, or null if there is too little.
   * Calls that write but a line, and that people need to read, may use half of the margin. They reserve nothing: strangers
   * make them, and could reserve the whole disk by not sending what they began.
   */
  async admit(call: Call, bytes: number): Promise<(() => void) | null> {
    const { holdsDatabase, leastFree } = this.#options;
    const isSpared = call.method === 'GET' || call.writes === 'nothing' || !(holdsDatabase || call.files);
    if (isSpared) return () => {};
    const little = call.writes === 'little';
    const needed = little ? 0 : bytes * (call.files ? placesOfFile : placesOfRows);
    // Nothing may be awaited after this, so that two calls at once do not get the same space.
    const left = (await this.#readFree()) - this.#promised - needed;
    if (left < leastFree * (little ? 0.5 : 1)) return null;
    this.#promised += needed;
    return () => void (this.#promised -= needed);
  }

  /** Calls at the same time share a reading. */
  #readFree(): Promise<number> {
    const { leastFree, freshMs = 500 } = this.#options;
    if (leastFree > 0 && performance.now() - this.#readAt >= freshMs) {
      this.#readAt = performance.now();
      this.#free = this.#readAnew();
    }
    return this.#free;
  }

  async #readAnew(): Promise<number> {
    const { readFree, leastFree, log } = this.#options;
    // A failed reading refuses nobody: writing will show whether there is space.
    const free = await readFree().catch(() => Infinity);
    const enough = free >= leastFree;
    if (enough !== this.#enough) {
      const figures = { freeMb: Math.floor(free / megabyte), minFreeMb: Math.ceil(leastFree / megabyte) };
      if (enough) log.info(figures, 'there is room again on the file system of DATA_DIR: changes go on');
      else log.warn(figures, 'the file system of DATA_DIR is almost full: changes are refused until there is room');
    }
    this.#enough = enough;
    return free;
  }
}

/** The room by the settings. */
export function openRoom(
  { dataDir, minFreeMb, databaseUrl }: Pick<Settings, 'dataDir' | 'minFreeMb' | 'databaseUrl'>,
  log: RoomOptions['log'],
): Room {
  return new Room({
    readFree: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    leastFree: minFreeMb * megabyte,
    holdsDatabase: databaseUrl === null,
    log,
  });
}

/** Throws, in one line, if an embedded database would have to be created without space for it. */
export async function requireRoomToBegin(
  { dataDir, databaseUrl, minFreeMb }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'minFreeMb'>,
  room: Room,
): Promise<void> {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'database', 'PG_VERSION'))) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await room.forChanges()) return;
  throw new Error(`DATA_DIR ${dataDir} has no room for a new database: MIN_FREE_MB keeps ${minFreeMb} MB free.`);
}

/** ENOSPC and EDQUOT of the file system, and PostgreSQL's code for either. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or its cause, says that a disk is full: ours, or the database server's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return diskFullCodes.includes((error as { code?: string }).code ?? '') || isDiskFull(error.cause);
}
