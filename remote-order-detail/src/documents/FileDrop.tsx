import type { Ref } from 'react';
import { Button } from 'shared/kit/base';
import styles from './FileDrop.module.css';

interface FileDropProps {
  /** The picker's button, which a missing file leads back to. */
  ref?: Ref<HTMLButtonElement>;
  /** A file is being dragged over the page, which takes it wherever it is dropped. */
  over: boolean;
  onPick: () => void;
  invalid: boolean;
  /** The ids of hint and error. */
  describedBy?: string;
  labelledBy: string;
}

/** Where a document is chosen, or seen to be dropped: PDF and any image. */
export function FileDrop({ ref, over, onPick, invalid, describedBy, labelledBy }: FileDropProps) {
  return (
    <div className={[styles.drop, over && styles.over, invalid && styles.invalid].filter(Boolean).join(' ')}>
      <span className={styles.how}>{over ? 'Drop the document anywhere' : 'Drop the document on this page, or'}</span>
      <Button
        ref={ref}
        variant="outlined"
        size="small"
        id={`${labelledBy}-choose`}
        aria-labelledby={`${labelledBy} ${labelledBy}-choose`}
        aria-describedby={describedBy}
        onClick={onPick}
      >
        Choose a file
      </Button>
    </div>
  );
}
