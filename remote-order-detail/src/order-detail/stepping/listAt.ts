import { longestSearch } from 'shared/api/listFilter';
import { months, type Month } from 'shared/format/dates';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';

export interface ListedAt {
  folder: FolderName;
  /** In Future Order. */
  month?: Month | undefined;
  /** Empty: the folder as it is. */
  term: string;
}

/** The list that an address of this site shows; null: it shows none. */
export function listAt(address: string): ListedAt | null {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  const folder = folderNames.find((name) => folders[name].path === pathname);
  if (!folder) return null;
  const month = folder === 'futureOrder' ? months.find((name) => name === searchParams.get('month')) : undefined;
  return { folder, month, term: (searchParams.get('q') ?? '').trim().slice(0, longestSearch) };
}
