import { listDateTime, listDay } from 'shared/format/dates';
import type { OrderRow } from 'shared/api/orderRow';
import { BouncedMark } from './BouncedMark.tsx';
import { CustomerWroteMark } from './CustomerWroteMark.tsx';
import { useListContext } from './ListContext.ts';
import type { ListLayout } from './listLayout.ts';
import classes from './OrderCells.module.css';
import { emailOf } from './emailOf.ts';

const dateOf = ({ processing_date, created_at }: OrderRow, by: ListLayout['date']) =>
  by === 'processing_date' && processing_date ? listDay(processing_date) : listDateTime(created_at);

/** A phone's rows of Future Order have the month and the e-mail, too. */
export const isFuture = ({ date }: ListLayout) => date === 'processing_date';

/** The name, and under it what the row has no column for: the e-mail, why an action failed, on a phone id and date. */
export function NameCell({ row }: { row: OrderRow }) {
  const { layout, compact, reasons } = useListContext();
  const reason = reasons.get(row.order_id);
  const email = layout.emailUnderName && !compact && !reason;
  const bounced = row.email_bounced && <BouncedMark />;
  const oneLine = compact || email || (reason && !layout.phone);
  return (
    <span className={classes.stack}>
      <bdi dir="auto" className={oneLine ? `${classes.name} ${classes.one}` : classes.name} title={row.full_name}>
        {row.customer_wrote && <CustomerWroteMark />}
        {layout.emailUnderName && compact && bounced}
        {row.full_name}
        {reason && compact && !layout.phone && <span className={classes.reasonBeside}>{reason}</span>}
      </bdi>
      {email && (
        <span className={classes.under} title={emailOf(row)}>
          {bounced}
          {emailOf(row)}
        </span>
      )}
      {reason && (!compact || layout.phone) && (
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      )}
      {layout.phone && !reason && (
        <span className={`${classes.under} ${classes.num}`}>
          {bounced}
          <b>{row.order_id}</b> · {dateOf(row, layout.date)}
          {isFuture(layout) && row.process_month && ` · ${row.process_month}`}
        </span>
      )}
      {layout.phone && !reason && isFuture(layout) && <span className={classes.under}>{emailOf(row)}</span>}
    </span>
  );
}
