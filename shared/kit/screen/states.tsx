/** A part of a screen without its data: loading, empty, or failed. */
import Button from '@mui/material/Button';
import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAfter } from './lifetime.ts';
import { useScreenHeading } from './Screen.tsx';
import classes from './states.module.css';

const skeletonWidths = ['82%', '46%', '74%', '60%', '90%', '52%', '68%'];

/** Rows as high as those that come, after 150 ms of nothing. */
export function SkeletonRows({ rows = 10, rowHeight = 51 }: { rows?: number; rowHeight?: number }) {
  const due = useAfter(true);
  return (
    <div className={classes.skeleton} aria-hidden data-testid="skeleton">
      {due &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className={classes.skeletonRow} style={{ height: rowHeight }}>
            <span className={classes.box} />
            <span className={classes.id} />
            <span className={classes.wide}>
              <span style={{ width: skeletonWidths[row % skeletonWidths.length] }} />
            </span>
            <span className={classes.wide}>
              <span style={{ width: skeletonWidths[(row + 3) % skeletonWidths.length] }} />
            </span>
            <span className={classes.date} />
          </div>
        ))}
    </div>
  );
}

interface EmptyStateProps {
  /** 24 px, as `<FolderIcon folder={folder} size={24} />`. */
  icon: ReactNode;
  /** The fixed text: 'No records found', 'No record found', 'No data available in table'. */
  title: string;
  /** One sentence: why. */
  children?: ReactNode;
  /** One way on. */
  action?: ReactNode;
  /** It is all of the screen: its title is the screen's heading, which takes the focus after a route change. */
  wholeScreen?: boolean;
}

/** Nothing to show, and that is all right. */
export function EmptyState({ icon, title, children, action, wholeScreen = false }: EmptyStateProps) {
  return (
    <div className={wholeScreen ? `${classes.blank} ${classes.whole}` : classes.blank}>
      <span className={classes.art}>{icon}</span>
      {wholeScreen ? <ScreenHeading title={title} /> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action && <div className={classes.row}>{action}</div>}
    </div>
  );
}

function ScreenHeading({ title }: Pick<EmptyStateProps, 'title'>) {
  const heading = useScreenHeading();
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** Why it failed. A `CallError` says all of it; what says nothing was not answered. */
interface Failure {
  message: string;
  /** 0: no answer came. */
  httpStatus?: number;
  /** Names the request in the API's log. */
  requestId?: string | null;
}

interface FailedStateProps {
  /** The failure: "New Orders could not be loaded". */
  title: string;
  error: Failure | null;
  /** Reassurance: "Nothing is lost, and your selection is kept." */
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
