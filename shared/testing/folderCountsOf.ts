import type { FolderCounts } from '../api/orderCalls.ts';
import { folderNames, folders, type FolderName } from '../rules/folders.ts';

/** The counts of all folders, as the API answers them: none anywhere, unless `countOf` says otherwise. */
export const folderCountsOf = (countOf: (folder: FolderName) => number = () => 0): FolderCounts =>
  Object.fromEntries(folderNames.map((name) => [folders[name].count, countOf(name)])) as FolderCounts;
