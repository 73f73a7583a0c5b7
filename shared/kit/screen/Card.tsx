import { useId, type ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  /** Names the section; without it the card has no head. */
  title?: string;
  /** Names a card without a head. */
  label?: string;
  /** Beside the title, at its end. */
  actions?: ReactNode;
  /** False: what is inside draws to the edge, as tables and rows of links do. */
  padded?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** A section on paper: a border and no shadow. */
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
