import { useEffect, useState, useSyncExternalStore } from 'react';
import { Note } from './Note.tsx';
import classes from './OfflineLine.module.css';

const backOnlineFor = 4_000;

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser says it has a network. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** A warm line under the header while there is no network; it leaves by itself with "Back online". */
export function OfflineLine() {
  const online = useOnline();
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasOffline(true);
      return;
    }
    const timer = setTimeout(() => setWasOffline(false), backOnlineFor);
    return () => clearTimeout(timer);
  }, [online]);
  return (
    <div role="status">
      {!online && (
        <Note kind="warning" className={classes.line}>
          <b>You are offline.</b> What you type is kept.
        </Note>
      )}
      {online && wasOffline && (
        <Note kind="success" className={classes.line}>
          <b>Back online</b>
        </Note>
      )}
    </div>
  );
}
