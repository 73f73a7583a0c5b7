import path from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { diskStorage } from './diskStorage.ts';
import type { DocumentStorage } from './DocumentStorage.ts';

export async function openStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<DocumentStorage> {
  if (!s3) return diskStorage(path.join(dataDir, 'uploads'));
  // Loaded only if used, because the SDK is large.
  const { s3Storage } = await import('./s3Storage.ts');
  return s3Storage(s3, path.join(dataDir, 'tmp'));
}
