import { MailX } from 'lucide-react';
import classes from './OrderCells.module.css';

/** That mail to this order comes back. It stands in a line of its row and makes it no higher. */
export function BouncedMark() {
  return (
    <span role="img" aria-label="Address bounced" title="Address bounced" className={classes.bounced}>
      <MailX aria-hidden />
    </span>
  );
}
