import { MessageSquareText } from 'lucide-react';
import classes from './OrderCells.module.css';

/** That the customer wrote and nobody has dealt with it. It stands in a line of its row and makes it no higher. */
export function CustomerWroteMark() {
  return (
    <span role="img" aria-label="Customer wrote" title="Customer wrote" className={classes.wrote}>
      <MessageSquareText aria-hidden />
    </span>
  );
}
