import path from 'node:path';
import type { Settings } from '../settings/settings.ts';
import type { AppContext } from '../context/AppContext.ts';
import { folderStore } from './folderStore.ts';
import { PublishedRemotes } from './PublishedRemotes.ts';
import type { RemoteStore } from './RemoteStore.ts';

/** A bucket's versions are copied to DATA_DIR when they are first needed. */
export async function openRemoteStore({
  remotesDir,
  s3Connection,
  dataDir,
}: Pick<Settings, 'remotesDir' | 's3Connection' | 'dataDir'>): Promise<RemoteStore> {
  if (!remotesDir.startsWith('s3://')) return folderStore(remotesDir);
  const { bucketStore } = await import('./bucketStore.ts');
  return bucketStore(remotesDir, s3Connection, path.join(dataDir, 'remotes'));
}

export const publishedRemotes = async ({ settings, log }: Pick<AppContext, 'settings' | 'log'>) =>
  new PublishedRemotes(await openRemoteStore(settings), settings.dataDir, log);
