import * as v from 'valibot';

/**
 * A published `NAME/VERSION/` never changes. The pointer is replaced last, so an interrupted release leaves the old
 * version live.
 */
export interface RemoteStore {
  localFolder: string;
  /** How many milliseconds pointers are cached. */
  freshMs: number;
  /** Lists the remotes (`inside` is '') or a remote's versions (`inside` is its name). */
  folders: (inside: string) => Promise<string[]>;
  /** Returns the pointer with a tag of its content, or null if the remote has none. */
  readPointer: (name: string) => Promise<{ text: string; tag: string } | null>;
  /** Returns the `release.json` of a version, or null if it is not published. */
  readRelease: (name: string, version: string) => Promise<string | null>;
  /** Returns the local folder of a version, or null if it is not published. */
  versionFolder: (name: string, version: string) => Promise<string | null>;
  /** Publishes the files in the folder `from` as a version, unless the version exists. */
  addVersion: (name: string, version: string, from: string) => Promise<void>;
  /**
   * Returns false if the pointer no longer has this tag or, for a null tag, if a pointer exists. A folder store checks
   * neither.
   */
  replacePointer: (name: string, text: string, tag: string | null) => Promise<boolean>;
  removeVersion: (name: string, version: string) => Promise<void>;
}

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

export const parsePointer = (text: string): Pointer => v.parse(pointer, JSON.parse(text));
export const parseRelease = (text: string): Release => v.parse(release, JSON.parse(text));
