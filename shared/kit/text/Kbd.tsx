import classes from './Kbd.module.css';

interface KbdProps {
  children: string;
  /** Whether screen readers read the key, as in the list of shortcuts. Buttons use `aria-keyshortcuts` instead. */
  spoken?: boolean;
}

export function Kbd({ children, spoken = false }: KbdProps) {
  return (
    <kbd className={classes.kbd} aria-hidden={!spoken}>
      {children}
    </kbd>
  );
}
