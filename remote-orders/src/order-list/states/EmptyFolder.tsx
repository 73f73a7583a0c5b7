import { Link } from 'react-router-dom';
import { useFolderCounts } from 'shared/desk';
import { monthName, type Month } from 'shared/format/dates';
import { EmptyState, FolderIcon } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { folders, type FolderName } from 'shared/rules/folders';

/** Where one goes on from an empty folder: to the one that feeds it, else to one's own work. */
const wayOn: Partial<Record<FolderName, FolderName>> = {
  newOrder: 'priorityOrder',
  myOrder: 'priorityOrder',
  priorityOrder: 'newOrder',
};

export function EmptyFolder({ folder, month }: { folder: FolderName; month?: Month }) {
  const counts = useFolderCounts((state) => state.counts);
  const next = wayOn[folder] ?? 'myOrder';
  // Nobody is sent from one empty folder to another.
  const target = folder === 'myOrder' && counts?.priorityOrdersCount === 0 ? 'newOrder' : next;
  const { path, link, count } = folders[target];
  const waiting = counts?.[count];
  if (month) {
    return (
      <EmptyState
        icon={<FolderIcon folder={folder} size={24} />}
        title="No records found"
        action={
          <Button variant="outlined" component={Link} to={folders[folder].path}>
            All months
          </Button>
        }
      >
        No order waits for {monthName(month)}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FolderIcon folder={folder} size={24} />}
      title="No records found"
      action={
        waiting === 0 ? (
          <Button variant="outlined" component={Link} to="/admin">
            Go to Dashboard
          </Button>
        ) : (
          <Button variant="outlined" component={Link} to={path}>
            Open {link}
            {waiting !== undefined && ` (${waiting.toLocaleString('en-GB')})`}
          </Button>
        )
      }
    >
      {folders[folder].emptyBecause}
    </EmptyState>
  );
}
