import { RefreshCw } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useFolderCounts, useNextMessage, useNextOrder, useShortcuts } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { Kbd } from 'shared/kit';
import { Button, useIsMounted, useOnline } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { createTrail } from 'shared/rules/listTrail';
import classes from './NextOrderButton.module.css';

interface NextOrderButtonProps {
  folder: 'newOrder' | 'priorityOrder';
  filled: boolean;
  /** Whether the folder is empty. */
  empty: boolean;
}

/** Claims an order and opens it: in New Orders from New first, elsewhere from Priority and then New (rules 8.17). */
export function NextOrderButton({ folder, filled, empty }: NextOrderButtonProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const next = useNextOrder((orderId) => void navigate(orderPath(orderId), { state: { from: pathname + search } }));
  const other = folders[folder === 'newOrder' ? 'priorityOrder' : 'newOrder'].count;
  const noneLeft = useFolderCounts().counts?.[other] === 0 && empty;
  const waits = !useOnline() || noneLeft || next.pending;
  const take = () => next.take(folder === 'newOrder' && !empty ? folder : undefined);
  useShortcuts({ n: take }, { enabled: !waits });
  return (
    <Button variant={filled ? 'contained' : 'outlined'} disabled={waits} onClick={take} aria-keyshortcuts="N">
      Next order
      {!noneLeft && <Kbd>N</Kbd>}
    </Button>
  );
}

export function NextMessageButton({ filled, empty }: Omit<NextOrderButtonProps, 'folder'>) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mounted = useIsMounted();
  const { take, pending } = useNextMessage((orderIds) => {
    const trail = createTrail(orderIds, { at: 0, offset: 0 });
    if (mounted.current) void navigate(orderPath(orderIds[0]!), { state: { from: pathname + search, trail } });
  });
  const waits = !useOnline() || empty || pending;
  useShortcuts({ m: take }, { enabled: !waits });
  return (
    <Button variant={filled ? 'contained' : 'outlined'} disabled={waits} onClick={take} aria-keyshortcuts="M">
      Next message
      {!empty && <Kbd>M</Kbd>}
    </Button>
  );
}

/**
 * Reloads the page (rules 7.1). Disabled offline, where a reload would show the browser's error page. The key R
 * refetches the list instead.
 */
export function RefreshButton() {
  const online = useOnline();
  return (
    <Button
      variant="outlined"
      className={classes.refresh}
      disabled={!online}
      onClick={() => location.reload()}
      aria-label="Refresh"
      startIcon={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
}
