import { ChevronsUp } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useFolderCounts, useNextMessage, useNextOrder, useShortcuts } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { FolderIcon, Kbd, StatusIcon } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { createTrail } from 'shared/rules/listTrail';
import classes from './DashboardScreen.module.css';

export const nextOrderTitle = 'Take the next order';

/** Claims the oldest unassigned order of Priority, otherwise of New, and opens it. */
export function NextOrder() {
  const navigate = useNavigate();
  const { take, pending } = useNextOrder((orderId) => void navigate(orderPath(orderId)));
  useShortcuts({ n: () => take(), 'Shift+N': () => take('newOrder') }, { enabled: !pending });
  const noPriority = useFolderCounts().counts?.priorityOrdersCount === 0;
  return (
    <div className={classes.next}>
      <h2>{nextOrderTitle}</h2>
      <p>Assigns you the oldest unclaimed order and opens it.</p>
      <div className={classes.buttons}>
        <Button
          variant={noPriority ? 'outlined' : 'contained'}
          color={noPriority ? 'secondary' : 'primary'}
          disabled={pending || noPriority}
          aria-keyshortcuts={noPriority ? undefined : 'N'}
          startIcon={<ChevronsUp size={16} aria-hidden />}
          onClick={() => take('priorityOrder')}
        >
          Next priority order
          {!noPriority && <Kbd>N</Kbd>}
        </Button>
        <Button
          variant={noPriority ? 'contained' : 'outlined'}
          color={noPriority ? 'primary' : 'secondary'}
          disabled={pending}
          aria-keyshortcuts={noPriority ? 'N Shift+N' : 'Shift+N'}
          startIcon={<StatusIcon status="New" size={16} plain />}
          onClick={() => take('newOrder')}
        >
          Next new order
          <Kbd>{noPriority ? 'N' : 'Shift N'}</Kbd>
        </Button>
        <NextMessage />
      </div>
    </div>
  );
}

function NextMessage() {
  const navigate = useNavigate();
  const { path, count } = folders.customerMessages;
  const { counts } = useFolderCounts();
  const { take, pending } = useNextMessage((orderIds) => {
    const trail = createTrail(orderIds, { at: 0, offset: 0 });
    void navigate(orderPath(orderIds[0]!), { state: { from: path, trail } });
  });
  const waits = pending || counts?.[count] === 0;
  useShortcuts({ m: take }, { enabled: !waits });
  return (
    <Button
      variant="outlined"
      color="secondary"
      disabled={waits}
      aria-keyshortcuts="M"
      startIcon={<FolderIcon folder="customerMessages" />}
      onClick={take}
    >
      Next message
      <Kbd>M</Kbd>
    </Button>
  );
}
