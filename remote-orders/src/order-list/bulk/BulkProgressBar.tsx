import type { Ref } from 'react';
import { Button } from 'shared/kit/base';
import { bulkActions } from './bulkActions.ts';
import classes from '../OrderList.module.css';
import type { BulkProgress } from './useBulkJob.ts';

interface BulkProgressBarProps {
  progress: BulkProgress;
  onCancel: () => void;
  ref: Ref<HTMLDivElement>;
}

/** A long run, in the bulk bar's place: "Assigning 500 of 1,240". */
export function BulkProgressBar({ progress: { action, finished, total }, onCancel, ref }: BulkProgressBarProps) {
  const { doing, done } = bulkActions[action];
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Progress" className={`${classes.bar} ${classes.bulk}`}>
      <span className={classes.selected} role="status">
        {doing} {finished.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
      </span>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={finished}
      >
        <i className={classes.done} style={{ transform: `scaleX(${finished / total})` }} />
      </span>
      <Button size="small" variant="outlined" onClick={onCancel}>
        Cancel the rest
      </Button>
      <span className={`${classes.second} ${classes.wide}`}>
        What is {done} stays {done}.
      </span>
    </div>
  );
}
