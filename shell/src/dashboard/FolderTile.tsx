import { Link } from 'react-router-dom';
import { useFolderCounts } from 'shared/desk';
import { FolderIcon, StatusIcon } from 'shared/kit';
import { folders, type FolderName } from 'shared/rules/folders';
import classes from './FolderTile.module.css';

const meanings: Partial<Record<FolderName, string>> = {
  myOrder: 'Yours, not finished',
  newOrder: 'Nobody has taken them',
  priorityOrder: 'Work these first',
  pendingOrder: 'Not paid yet',
  completedOrder: 'Document delivered',
};

/** A folder and how many orders it holds. A count that is not known yet leaves its place empty. */
export function FolderTile({ folder }: { folder: FolderName }) {
  const { path, link, count, statuses } = folders[folder];
  const value = useFolderCounts().counts?.[count];
  const [status] = statuses;
  return (
    <Link className={classes.tile} to={path}>
      <span className={classes.name}>
        <span className={classes.icon}>
          {folder === 'myOrder' || !status ? (
            <FolderIcon folder={folder} strokeWidth={2} />
          ) : (
            <StatusIcon status={status} size={16} strokeWidth={2} />
          )}
        </span>
        {link}
      </span>{' '}
      <span className={classes.value}>{value?.toLocaleString('en-US')}</span>{' '}
      <span className={classes.meaning}>{meanings[folder]}</span>
    </Link>
  );
}
