import type { FolderCounts } from '../api/folderCalls.ts';
import { folderNames, folders, type FolderName } from '../rules/folders.ts';

/** All counts are 0 unless `countOf` says otherwise. */
export const folderCountsOf = (countOf: (folder: FolderName) => number = () => 0): FolderCounts =>
  Object.fromEntries(folderNames.map((name) => [folders[name].count, countOf(name)])) as FolderCounts;
