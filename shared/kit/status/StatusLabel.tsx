import { orderStatus, type OrderStatus } from '../../rules/orderStatus.ts';
import classes from './StatusLabel.module.css';
import { StatusIcon } from './StatusIcon.tsx';

export function StatusLabel({ status }: { status: OrderStatus }) {
  return (
    <span className={classes.label}>
      <StatusIcon status={status} />
      {orderStatus[status].label}
    </span>
  );
}

export function StatusPill({ status }: { status: OrderStatus }) {
  const { key, label } = orderStatus[status];
  const color = `var(--ad-palette-status-${key}-fg)`;
  return (
    <span
      className={`${classes.label} ${classes.pill}`}
      style={{ color, background: `var(--ad-palette-status-${key}-bg)` }}
    >
      <StatusIcon status={status} />
      {label}
    </span>
  );
}
