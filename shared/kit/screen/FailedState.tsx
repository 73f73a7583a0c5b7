import Button from '@mui/material/Button';
import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallError } from '../../api/send.ts';
import classes from './Blank.module.css';

interface FailedStateProps {
  /** What could not be done: "New Orders could not be loaded". */
  title: string;
  error: unknown;
  /** What is safe: "Nothing is lost, and your selection is kept." */
  safe?: ReactNode;
  onRetry: () => void;
  retrying?: boolean;
}

/** A first load that failed: what could not be done, what is safe, Retry, and the request's id for who can look it up. */
export function FailedState({ title, error, safe = 'Nothing is lost.', onRetry, retrying = false }: FailedStateProps) {
  const answered = error instanceof CallError && error.httpStatus > 0;
  return (
    <div className={classes.blank} role="alert">
      <span className={`${classes.art} ${classes.failed}`}>
        <CloudAlert size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      <p>
        {answered ? error.message : 'The server did not answer.'} {safe}
      </p>
      <div className={classes.row}>
        <Button
          variant="contained"
          disabled={retrying}
          onClick={onRetry}
          startIcon={<RotateCw size={16} aria-hidden />}
        >
          {retrying ? 'Retrying…' : 'Retry'}
        </Button>
      </div>
      {error instanceof CallError && error.requestId && (
        <p className={classes.request}>
          Still failing? Give this to your administrator: <code>{error.requestId}</code>
        </p>
      )}
    </div>
  );
}
