import { useOnline } from 'shared/kit';
import classes from './OfflineReason.module.css';

/** Beside a button that waits for the network: why it does. */
export function OfflineReason({ children }: { children: string }) {
  return useOnline() ? null : <span className={classes.because}>You are offline. {children}</span>;
}
