import * as v from 'valibot';

/**
 * A published `NAME/VERSION/` never changes. The pointer is replaced last, so an interrupted release leaves the old
 * version live.
 */
export interface RemoteStore {
  /** Versions are served from this folder. */
  localFolder: string;
  /** How many milliseconds pointers are cached. */
  freshMs: number;
  remotes: () => Promise<string[]>;
  versions: (name: string) => Promise<string[]>;
  /** Returns null if the remote has no pointer. Throws if the pointer is invalid. */
  readPointer: (name: string) => Promise<StoredPointer | null>;
  /**
   * Returns false if the pointer no longer has this tag or, for a null tag, if a pointer exists. A folder store checks
   * neither.
   */
  replacePointer: (name: string, pointer: Pointer, tag: string | null) => Promise<boolean>;
  /** Returns null if the version is not published. */
  readRelease: (name: string, version: string) => Promise<Release | null>;
  /** Returns the local folder of a version, or null if it is not published. */
  versionFolder: (name: string, version: string) => Promise<string | null>;
  /** Publishes a version, unless it exists. */
  addVersion: (name: string, version: string, files: Files) => Promise<void>;
  removeVersion: (name: string, version: string) => Promise<void>;
}

/** Contents by relative path, with `/`. */
export type Files = Readonly<Record<string, Buffer>>;

/** The file that describes a version. */
export const releaseFile = 'release.json';
export const pointerKey = (name: string) => `${name}/current.json`;

export const isRemoteName = (name: string) => /^remote-[\w-]+$/.test(name);
/** Allows neither a slash nor `..`, because a version is part of paths. */
export const isVersion = (version: string) => /^\w[\w-]*(\.\w[\w-]*)*$/.test(version);

const version = v.pipe(v.string(), v.check(isVersion, 'is not a valid version'));

const pointer = v.object({
  version,
  previous: v.nullable(version),
  /** Versions that were live before `previous`, newest first, without those that were rolled back. */
  earlier: v.optional(v.array(version), []),
  at: v.string(),
  /** Null if a build set this pointer. Later builds may then replace it. */
  by: v.nullable(v.string()),
  commit: v.nullable(v.string()),
  /** When each earlier version stopped being live. */
  retired: v.optional(v.record(v.string(), v.string()), {}),
});
export type Pointer = v.InferOutput<typeof pointer>;

/** A pointer with a tag of its content. Only tags of the same store can be compared. */
export type StoredPointer = Pointer & { tag: string };

const release = v.object({
  at: v.string(),
  by: v.nullable(v.string()),
  commit: v.nullable(v.string()),
  /** The total size of the version's files. */
  bytes: v.optional(v.number(), 0),
  /** SHA-384 of each script and stylesheet, in the format of an `integrity` attribute. */
  integrity: v.record(v.string(), v.string()),
});
export type Release = v.InferOutput<typeof release>;

export type Author = Pick<Release, 'at' | 'by' | 'commit'>;

export function parsePointer(name: string, text: string): Pointer {
  try {
    return v.parse(pointer, JSON.parse(text));
  } catch (error) {
    throw new Error(`${pointerKey(name)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** The text of a pointer's file, without its tag. */
export const pointerText = (content: Pointer) => `${JSON.stringify(v.parse(pointer, content))}\n`;

export const parseRelease = (text: string): Release => v.parse(release, JSON.parse(text));
