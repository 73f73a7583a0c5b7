import { statfs } from 'node:fs/promises';
import type { Call } from 'shared/api/call';
import type { Settings } from '../settings/settings.ts';

/** What a room is made of. */
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
  /** A reading is good for so long: within it, nothing of ours writes the margin full. */
  freshMs?: number;
}

const megabyte = 1_048_576;
/** A file lies on the disk once as it came in, and once in the storage. */
const placesOfFile = 2;
/** Rows lie in the log, in their table and in its indexes. */
const placesOfRows = 4;

/**
 * Watches the room on the file system of DATA_DIR. A database that finds none for its log cannot go on, so what would
 * change something is refused while there is still enough left for what is under way.
 */
export class Room {
  readonly #options: RoomOptions;
  #free = Infinity;
  #readAt = -Infinity;
  #reading: Promise<number> | null = null;
  #enough = true;
  /** Bytes that calls under way may still write: nobody else may have their place. */
  #promised = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /**
   * Whether the database may grow. Always, when it lies elsewhere. What calls were promised does not count: it is a most
   * that they seldom take, and jobs must not rest because of what somebody might still send.
   */
  async forChanges(): Promise<boolean> {
    return !this.#options.holdsDatabase || this.forFiles();
  }

  /** Whether files may be written in DATA_DIR; again without what calls were promised. */
  async forFiles(): Promise<boolean> {
    return (await this.#readFree()) >= this.#options.leastFree;
  }

  /**
   * Keeps a place for what comes of a call with a body of `bytes`, and answers what gives that back; null: there is no
   * room for it. Calls that write but a line, and that people need to read, get into half of the margin.
   * These keep no place: strangers make them, and could fill the disk with promises by not sending what they began.
   */
  async admit(call: Call, bytes: number): Promise<(() => void) | null> {
    const { holdsDatabase } = this.#options;
    const stays = call.method === 'GET' || call.writes === 'nothing' || !(holdsDatabase || call.files);
    if (stays) return () => {};
    const little = call.writes === 'little';
    const needed = little ? 0 : bytes * (call.files ? placesOfFile : placesOfRows);
    const free = await this.#readFree();
    // Nothing is awaited in between: two that ask at once do not get the same place.
    const left = free - this.#promised - needed;
    if (left < this.#options.leastFree * (little ? 0.5 : 1)) return null;
    this.#promised += needed;
    return () => void (this.#promised -= needed);
  }

  async #readFree(): Promise<number> {
    if (this.#options.leastFree === 0) return Infinity;
    if (performance.now() - this.#readAt < (this.#options.freshMs ?? 500)) return this.#free;
    // Those who ask at the same time share one reading.
    this.#reading ??= this.#readAnew().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readAnew(): Promise<number> {
    const { readFree, leastFree, log } = this.#options;
    // What cannot be told is not held against anybody: writing will show it.
    this.#free = await readFree().catch(() => Infinity);
    this.#readAt = performance.now();
    const enough = this.#free >= leastFree;
    if (enough !== this.#enough) {
      const figures = { freeMb: Math.floor(this.#free / megabyte), minFreeMb: Math.ceil(leastFree / megabyte) };
      if (enough) log.info(figures, 'there is room again on the file system of DATA_DIR: changes go on');
      else log.warn(figures, 'the file system of DATA_DIR is almost full: changes are refused until there is room');
    }
    this.#enough = enough;
    return this.#free;
  }
}

/** The room that the settings name. */
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
