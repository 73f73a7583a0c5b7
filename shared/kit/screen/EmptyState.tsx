import type { ReactNode } from 'react';
import classes from './Blank.module.css';
import { useScreenHeading } from './Screen.tsx';

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
