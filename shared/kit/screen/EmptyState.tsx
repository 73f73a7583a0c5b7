import type { ReactNode } from 'react';
import classes from './Blank.module.css';

interface EmptyStateProps {
  /** 24 px, as `<FolderIcon folder={folder} size={24} />`. */
  icon: ReactNode;
  /** The fixed text: 'No records found', 'No record found', 'No data available in table'. */
  title: string;
  /** One sentence: why. */
  children?: ReactNode;
  /** One way on. */
  action?: ReactNode;
}

/** Nothing to show, and that is all right. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.blank}>
      <span className={classes.art}>{icon}</span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={classes.row}>{action}</div>}
    </div>
  );
}
