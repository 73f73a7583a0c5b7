import { orderCalls } from 'shared/api/orderCalls';
import { useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { may, whoMay } from 'shared/rules/permissions';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './RestoreBar.module.css';

/** In place of the moves of a deleted order: nothing leads out of Deleted but Restore. */
export function RestoreBar({ orderId }: { orderId: string }) {
  const role = useSession(({ role: own }) => own);
  const restore = useOrderAction(orderCalls.restore, {
    notDone: () => 'The order was not restored',
    moves: () => true,
  });

  if (!may(role, 'order.restore')) {
    return <p className={styles.who}>This order is deleted. Only {whoMay('order.restore')} can restore it.</p>;
  }
  return (
    <div className={styles.bar}>
      <Button
        variant="contained"
        size="small"
        aria-busy={restore.pending}
        aria-disabled={restore.pending}
        onClick={() => !restore.pending && void restore.run({ orderId })}
      >
        Restore
      </Button>
      <span className={styles.who}>It comes back as it was before it was deleted.</span>
    </div>
  );
}
