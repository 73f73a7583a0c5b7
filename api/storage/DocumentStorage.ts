import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import { diskStorage } from './diskStorage.ts';

/** What became of stored bytes: how many, and their SHA-256 in hex. */
export interface StoredBytes {
  size: number;
  sha256: string;
}

export interface StoredKey {
  key: string;
  at: Date;
}

/** First and last byte wanted, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Where documents lie: a folder or a bucket. Keys are file names that this product made itself, never a visitor's.
 * Whatever is found under a key is whole: bytes come to their key at once, or not at all.
 */
export interface DocumentStorage {
  /** Stores all bytes of `source` under `key`. When the source fails, nothing is left, and its error is thrown. */
  put: (key: string, source: Readable, contentType: string) => Promise<StoredBytes>;
  /** The bytes of `key`, or those of `range`; null when there is no such key. */
  get: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** How many bytes there are; null when there is no such key. */
  head: (key: string) => Promise<number | null>;
  /** The keys that begin with `prefix`, in any order, each with when its bytes came. */
  list: (prefix: string) => AsyncIterable<StoredKey>;
  /** Forgets `key`; a key that is not there is no error. */
  remove: (key: string) => Promise<void>;
}

/** The storage that the settings name: a bucket, or DATA_DIR/uploads. */
export async function openStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<DocumentStorage> {
  if (!s3) return diskStorage(path.join(dataDir, 'uploads'));
  // The SDK is large, and only who has a bucket waits for it.
  const { s3Storage } = await import('./s3Storage.ts');
  return s3Storage(s3, path.join(dataDir, 'tmp'));
}

/** The name under which a file of an order is kept by who gets it: "Travel declaration 100471.pdf". */
export function downloadNameOf(document: { orderId: string; file1: string }, what = 'Travel declaration'): string {
  return `${what} ${document.orderId}.${document.file1.split('.').at(-1)}`;
}
