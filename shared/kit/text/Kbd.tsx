import classes from './Kbd.module.css';

interface KbdProps {
  children: string;
  /** Read out, as in the list of shortcuts. A button says its key in `aria-keyshortcuts` instead. */
  spoken?: boolean;
}

/** A key, as it is drawn on a button or in the list of shortcuts. */
export function Kbd({ children, spoken = false }: KbdProps) {
  return (
    <kbd className={classes.kbd} aria-hidden={!spoken}>
      {children}
    </kbd>
  );
}
