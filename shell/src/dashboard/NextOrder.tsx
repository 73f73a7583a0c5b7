import { ChevronsUp } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { undoChoice, useAction, useShortcuts } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { Kbd, StatusIcon } from 'shared/kit';
import { Button } from 'shared/kit/base';
import classes from './NextOrder.module.css';

/** Claims the oldest order that nobody has, and opens it. */
export function NextOrder({ headingId }: { headingId: string }) {
  const navigate = useNavigate();
  const { run, pending } = useAction(orderCalls.nextOrder, {
    onDone: ({ data }) => void navigate(orderPath(data.order_id)),
    toast: ({ data }) => undoChoice(data.actionId),
  });
  const take = (folderName: 'newOrder' | 'priorityOrder') => void run({ folderName });
  useShortcuts({ n: () => take('priorityOrder'), 'Shift+N': () => take('newOrder') }, { enabled: !pending });
  return (
    <div className={classes.next}>
      <h2 id={headingId}>Take the next order</h2>
      <p>Assigns the oldest order that nobody has taken to you, and opens it.</p>
      <div className={classes.buttons}>
        <Button
          variant="contained"
          disabled={pending}
          aria-keyshortcuts="N"
          startIcon={<ChevronsUp size={16} aria-hidden />}
          onClick={() => take('priorityOrder')}
        >
          Next priority order
          <Kbd>N</Kbd>
        </Button>
        <Button
          variant="outlined"
          color="secondary"
          disabled={pending}
          aria-keyshortcuts="Shift+N"
          startIcon={<StatusIcon status="New" size={16} plain />}
          onClick={() => take('newOrder')}
        >
          Next new order
          <Kbd>⇧N</Kbd>
        </Button>
      </div>
    </div>
  );
}
