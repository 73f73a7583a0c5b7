import { useDelayed } from 'shared/kit/base';
import classes from './ScreenPending.module.css';

const slowMs = 4_000;

/** A placeholder of the loading screen's size, so that nothing jumps; shows a note when loading is slow. */
export function ScreenPending({ title = 'This' }: { title?: string }) {
  const slow = useDelayed(true, slowMs);
  return (
    <div className={classes.pending} aria-busy="true">
      <p role="status">{slow && `${title} is taking longer than usual. Still loading …`}</p>
    </div>
  );
}
