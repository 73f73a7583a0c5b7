import type { OrderRow } from 'shared/api/orderRow';
import { formatPhone } from 'shared/format/phone';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';

/** A telephone wraps between its groups; in compact rows it is cut. */
export function PhoneCell({ row: { country_code, phone_number } }: { row: OrderRow }) {
  const { compact } = useListContext();
  const phone = formatPhone(country_code, phone_number);
  return (
    <span className={`${classes.phone} ${classes.num} ${classes.second} ${compact ? classes.one : ''}`} title={phone}>
      {phone}
    </span>
  );
}
