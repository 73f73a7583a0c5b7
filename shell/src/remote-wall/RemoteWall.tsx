import { RotateCcw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, useScreenHeading } from 'shared/kit/base';
import classes from './RemoteWall.module.css';
import { failureKind } from './failure.ts';
import { useRetryCountdown } from './useRetryCountdown.ts';
import { wallTexts, type Away } from './wallTexts.ts';

const secondsBetweenTries = 15;

interface Props {
  /** Of what failed, for the administrator. */
  name: string;
  away: Away;
  error: unknown;
  /** Loads the remote once more; resolves when its screens are about to take this place, rejects when they are not. */
  retry: () => Promise<void>;
}

/** Stands where a remote's screen should be: what is missing, what is safe, and the ways on. */
export function RemoteWall({ name, away, error: failure, retry }: Props) {
  const [tried, setTried] = useState<{ after: unknown; error: unknown } | null>(null);
  // A wall that stays while another screen fails speaks of that failure.
  const error = tried && tried.after === failure ? tried.error : failure;
  const [trying, setTrying] = useState(false);
  const kind = failureKind(error);
  const { heading, sentence } = wallTexts(away, kind);
  const title = useScreenHeading();
  const inAdmin = useLocation().pathname.startsWith('/admin');

  const tryAgain = async () => {
    if (trying) return;
    setTrying(true);
    try {
      await retry();
    } catch (nextError) {
      setTried({ after: failure, error: nextError });
    } finally {
      setTrying(false);
    }
  };

  // A page that crashed would only crash again; what did not arrive may arrive.
  const triesByItself = kind !== 'crashed';
  const left = useRetryCountdown({ seconds: secondsBetweenTries, active: triesByItself && !trying, retry: tryAgain });

  useEffect(() => {
    if (kind !== 'offline') return;
    const backOnline = () => void tryAgain();
    window.addEventListener('online', backOnline);
    return () => window.removeEventListener('online', backOnline);
  });

  return (
    <div className={classes.wall}>
      <span className={classes.art}>
        <Unplug size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <div role="alert">
        <h1 className={classes.heading} ref={title} tabIndex={-1}>
          {heading}
        </h1>
        <p className={classes.sentence}>{sentence}</p>
      </div>
      <div className={classes.ways}>
        <Button
          variant="contained"
          startIcon={<RotateCcw size={15} strokeWidth={1.75} aria-hidden />}
          onClick={tryAgain}
        >
          {trying ? 'Trying…' : 'Try again'}
        </Button>
        {kind === 'incompatible' && (
          <Button variant="outlined" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
        <Button variant="outlined" component={Link} to={inAdmin ? '/admin' : '/'}>
          {inAdmin ? 'Go to Dashboard' : 'Go to the start page'}
        </Button>
      </div>
      {triesByItself && (
        <p className={classes.countdown}>{trying ? 'Trying now.' : `We try again by ourselves in ${left} s.`}</p>
      )}
      <details className={classes.details}>
        <summary>Details for your administrator</summary>
        <p>{`${name}: ${kind}. ${error instanceof Error ? error.message : String(error)}`}</p>
      </details>
    </div>
  );
}
