import { orderStatus, type OrderStatus } from '../../rules/orderStatus.ts';
import { StatusIcon } from './StatusIcon.tsx';
import classes from './StatusLabel.module.css';

/** A status in an order's header: once per screen. */
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
