import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { arrival } from 'shared/declaration/arrival';
import { useSession } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { BidiName } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { orderStatus } from 'shared/rules/orderStatus';
import { may } from 'shared/rules/permissions';
import { SecondLook } from './SecondLook.tsx';
import { useOrderAction } from './useOrderAction.ts';
import styles from './OrderMeta.module.css';

/** The head's second line: who has the order, when it came, when the traveller arrives, and what needs a second look. */
export function OrderMeta({ order }: { order: OrderDetails }) {
  const user = useSession(({ user: own }) => own);
  const assign = useOrderAction(orderCalls.assign, { notDone: () => 'The order was not assigned to you' });
  const arrives = arrival(order, new Date());
  const claimable =
    order.assign_to === null && orderStatus[order.process_status].claimable && may(user?.type, 'order.assign');

  return (
    <div className={styles.meta}>
      <span>
        <Assignee order={order} />
      </span>
      {claimable && user && (
        <Button
          variant="outlined"
          size="tiny"
          aria-busy={assign.pending}
          aria-disabled={assign.pending}
          onClick={() => !assign.pending && void assign.run({ orderId: order.order_id, assignto: user.name })}
        >
          Assign to me
        </Button>
      )}
      <span className={styles.digits}>Ordered {listDateTime(order.created_at)}</span>
      <span>{order.processing_mode === 'priority' ? 'Priority' : 'Standard'} processing</span>
      {arrives && (
        <span>
          Arrives <b className={styles.digits}>{arrives.day}</b>, {arrives.distance}
        </span>
      )}
      <SecondLook order={order} />
    </div>
  );
}

function Assignee({ order }: { order: OrderDetails }) {
  if (order.assigned_to_me) return 'Assigned to you';
  if (order.assign_to === null) return 'Assigned to nobody';
  return (
    <>
      Assigned to <BidiName name={order.assign_to} />
    </>
  );
}
