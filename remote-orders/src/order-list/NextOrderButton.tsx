import { RefreshCw } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { queryClient, refreshFolderCounts, undoChoice, useAction, useShortcuts } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { Kbd } from 'shared/kit';
import { Button, useMounted, useOnline } from 'shared/kit/base';
import classes from './NextOrderButton.module.css';

interface NextOrderButtonProps {
  folder: 'newOrder' | 'priorityOrder';
  /** The filled button of the page, unless rows are selected or the load failed. */
  filled: boolean;
  /** Nothing is left to take; the page says so. */
  empty: boolean;
}

/** Claims the oldest order of the folder that nobody has, and opens it. */
export function NextOrderButton({ folder, filled, empty }: NextOrderButtonProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mounted = useMounted();
  const { run, pending } = useAction(orderCalls.nextOrder, {
    toast: ({ data }) => ({
      ...undoChoice(data.actionId),
      // Who has gone elsewhere meanwhile stays there.
      moreActions: mounted.current ? [] : [{ label: `Open ${data.order_id}`, run: () => open(data.order_id) }],
    }),
    onDone: ({ data }) => {
      void refreshFolderCounts();
      if (mounted.current) open(data.order_id);
    },
    onFailed: ({ httpStatus }) => {
      if (httpStatus !== 404) return;
      // What the list shows has gone to others.
      void queryClient.invalidateQueries({ queryKey: [folder] });
      void refreshFolderCounts();
    },
  });
  const open = (orderId: string) => void navigate(orderPath(orderId), { state: { from: pathname + search } });
  const waits = !useOnline() || empty || pending;
  const take = () => void run({ folderName: folder });
  useShortcuts({ n: take }, { enabled: !waits });
  return (
    <Button variant={filled ? 'contained' : 'outlined'} disabled={waits} onClick={take} aria-keyshortcuts="N">
      Next order
      {!empty && <Kbd>N</Kbd>}
    </Button>
  );
}

/** Reloads the page (rules 7.1). A phone shows its icon alone. The key R reads the list again in place. */
export function RefreshButton() {
  return (
    <Button
      variant="outlined"
      className={classes.refresh}
      onClick={() => location.reload()}
      aria-label="Refresh"
      startIcon={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
}
