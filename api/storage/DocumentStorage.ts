import type { Readable } from 'node:stream';

/** Size and SHA-256 in hex. */
export interface StoredBytes {
  size: number;
  sha256: string;
}

/** Both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Keys are file names made by the product. Writes are atomic. */
export interface DocumentStorage {
  /** If `source` fails, stores nothing and throws its error. */
  put: (key: string, source: Readable, contentType: string) => Promise<StoredBytes>;
  get: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** The size, or null if there is no such key. */
  head: (key: string) => Promise<number | null>;
  list: (prefix: string) => AsyncIterable<{ key: string; at: Date }>;
  remove: (key: string) => Promise<void>;
}

export function downloadNameOf(document: { orderId: string; file1: string }, what = 'Travel declaration'): string {
  return `${what} ${document.orderId}.${document.file1.split('.').at(-1)}`;
}
