import { useId, type ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  title?: string;
  /** The accessible name of a card without a header. */
  label?: string;
  actions?: ReactNode;
  /** Set to false for tables and lists of links. */
  padded?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

export function Card({ title, label, actions, padded = true, className, id, children }: CardProps) {
  const heading = useId();
  return (
    <section
      id={id}
      className={[classes.card, className].filter(Boolean).join(' ')}
      {...(title ? { 'aria-labelledby': heading } : { 'aria-label': label })}
    >
      {title && (
        <div className={classes.head}>
          <h2 id={heading}>{title}</h2>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {padded ? <div className={classes.body}>{children}</div> : children}
    </section>
  );
}
