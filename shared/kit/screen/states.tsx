import Button from '@mui/material/Button';
import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from './Note.tsx';
import { useDelayed } from './useDelayed.ts';
import { useScreenHeading } from './Screen.tsx';
import classes from './states.module.css';

const skeletonWidths = ['82%', '46%', '74%', '60%', '90%', '52%', '68%'];

/** Rows of grey bars, shown after 150 ms. */
export function SkeletonRows({ rows = 10, rowHeight = 51 }: { rows?: number; rowHeight?: number }) {
  const due = useDelayed(true);
  return (
    <div className={classes.skeleton} aria-hidden data-testid="skeleton">
      {due &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className={classes.skeletonRow} style={{ height: rowHeight }}>
            <span className={`skeleton ${classes.id}`} />
            <span className={classes.wide}>
              <span className="skeleton" style={{ width: skeletonWidths[row % skeletonWidths.length] }} />
            </span>
            <span className={classes.wide}>
              <span className="skeleton" style={{ width: skeletonWidths[(row + 3) % skeletonWidths.length] }} />
            </span>
            <span className={`skeleton ${classes.date}`} />
          </div>
        ))}
    </div>
  );
}

interface EmptyStateProps {
  /** 24 px: `<FolderIcon folder={folder} size={24} />`. */
  icon: ReactNode;
  /** For a list, a fixed text: 'No records found' (rule 18.8). */
  title: string;
  /** One sentence that gives the reason. */
  children?: ReactNode;
  action?: ReactNode;
  /** Shown below the action. */
  below?: ReactNode;
  /** Makes the title the screen's focused heading. */
  fullScreen?: boolean;
  /** Makes screen readers announce title and reason at once. */
  alert?: boolean;
}

export function EmptyState({ icon, title, children, action, below, fullScreen, alert }: EmptyStateProps) {
  return (
    <div className={fullScreen ? `${classes.blank} ${classes.whole}` : classes.blank}>
      <span className={classes.art}>{icon}</span>
      <div className={classes.text} role={alert ? 'alert' : undefined}>
        {fullScreen ? <ScreenHeading title={title} /> : <h2>{title}</h2>}
        {children && <p>{children}</p>}
      </div>
      {action && <div className={classes.row}>{action}</div>}
      {below}
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

interface Failure {
  message: string;
  /** 0 if no response arrived. */
  httpStatus?: number;
  requestId?: string | null;
}

interface FailedStateProps {
  /** "New Orders could not be loaded". */
  title: string;
  /** As in `EmptyState`. */
  fullScreen?: boolean;
  error: Failure | null;
  /** "Nothing is lost, and your selection is kept." */
  safe?: ReactNode;
  onRetry: () => void;
  retrying?: boolean;
}

/** A failed first load: names the missing part, says that nothing is lost, and offers Retry and the request's id. */
export function FailedState({
  title,
  error,
  safe = 'Nothing is lost.',
  onRetry,
  retrying = false,
  fullScreen = false,
}: FailedStateProps) {
  const online = useOnline();
  const unanswered = online ? 'The server didn’t respond.' : 'You are offline. This will load when you’re back online.';
  const answered = error?.httpStatus ? error.message : unanswered;
  return (
    <div className={fullScreen ? `${classes.blank} ${classes.whole}` : classes.blank} role="alert">
      <span className={`${classes.art} ${classes.failed}`}>
        <CloudAlert size={24} strokeWidth={1.75} aria-hidden />
      </span>
      {fullScreen ? <ScreenHeading title={title} /> : <h2>{title}</h2>}
      <p>
        {answered} {safe}
      </p>
      <div className={classes.row}>
        <Button
          data-next-step
          variant="contained"
          disabled={retrying || !online}
          onClick={onRetry}
          startIcon={<RotateCw size={16} aria-hidden />}
        >
          {retrying ? 'Retrying…' : 'Retry'}
        </Button>
      </div>
      {/* Some messages already contain the id. */}
      {error?.requestId && !answered.includes(error.requestId) && (
        <p className={classes.request}>
          Still failing? Give this to your administrator: <code>{error.requestId}</code>
        </p>
      )}
    </div>
  );
}
