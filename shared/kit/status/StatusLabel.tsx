import { orderStatus, type OrderStatus } from '../../rules/orderStatus.ts';
import classes from './StatusLabel.module.css';
import { StatusIcon } from './StatusIcon.tsx';

/** A status in a table: plain text, only the icon is tinted. */
export function StatusLabel({ status }: { status: OrderStatus }) {
  return (
    <span className={classes.label}>
      <StatusIcon status={status} />
      {orderStatus[status].label}
    </span>
  );
}
