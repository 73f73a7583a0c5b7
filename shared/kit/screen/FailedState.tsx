import Button from '@mui/material/Button';
import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './Blank.module.css';

/** Why it failed. A `CallError` says all of it; what says nothing was not answered. */
interface Failure {
  message: string;
  /** 0: no answer came. */
  httpStatus?: number;
  /** Names the request in the API's log. */
  requestId?: string | null;
}

interface FailedStateProps {
  /** What could not be done: "New Orders could not be loaded". */
  title: string;
  error: Failure | null;
  /** What is safe: "Nothing is lost, and your selection is kept." */
  safe?: ReactNode;
  onRetry: () => void;
  retrying?: boolean;
}

/** A first load that failed: what could not be done, what is safe, Retry, and the request's id for who can look it up. */
export function FailedState({ title, error, safe = 'Nothing is lost.', onRetry, retrying = false }: FailedStateProps) {
  const answered = error?.httpStatus ? error.message : 'The server did not answer.';
  return (
    <div className={classes.blank} role="alert">
      <span className={`${classes.art} ${classes.failed}`}>
        <CloudAlert size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      <p>
        {answered} {safe}
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
      {/* Some failures name it in their own words, since they are told in toasts as well. */}
      {error?.requestId && !answered.includes(error.requestId) && (
        <p className={classes.request}>
          Still failing? Give this to your administrator: <code>{error.requestId}</code>
        </p>
      )}
    </div>
  );
}
