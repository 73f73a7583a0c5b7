import path from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { diskStorage } from './diskStorage.ts';
import type { DocumentStorage } from './DocumentStorage.ts';
import { s3Storage } from './s3Storage.ts';

/** The storage that the settings name: a bucket, or DATA_DIR/uploads. */
export function openStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): DocumentStorage {
  return s3 ? s3Storage(s3, path.join(dataDir, 'tmp')) : diskStorage(path.join(dataDir, 'uploads'));
}
