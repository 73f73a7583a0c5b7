import { useAfter } from 'shared/kit/base';
import classes from './ScreenPending.module.css';

const isLong = 4_000;

/** What stands in a remote's area until it is there: nothing but room, so that nothing jumps, and a word if `title` is slow. */
export function ScreenPending({ title = 'This' }: { title?: string }) {
  const slow = useAfter(true, isLong);
  return (
    <div className={classes.pending} aria-busy="true">
      <p role="status">{slow && `${title} is taking longer than usual. Still loading …`}</p>
    </div>
  );
}
