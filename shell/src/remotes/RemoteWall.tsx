import { RotateCcw, Unplug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { Button, useScreenHeading } from 'shared/kit/base';
import { IncompatibleRemote } from 'shared/remote/remoteContract';
import type { Area, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { loadRegistry, useRemotes } from '../registry.ts';
import { loadScreen, RemoteDidNotLoad } from './loadScreen.ts';
import classes from './RemoteWall.module.css';

type Away = RemoteDescriptor['away'];

/**
 * Stands where a remote's screen should be, as the error boundary of its route: a remote that is dead, slow, incompatible or
 * throws costs only its own screens.
 */
export function RemoteWall({ name, path, away, error }: { name: string; path: string; away: Away; error?: unknown }) {
  const routeError = useRouteError();
  const load = () => loadScreen(name, path, { refresh: true });
  return <Wall name={name} away={away} error={error ?? routeError} load={load} />;
}

const registryDidNotLoad = new RemoteDidNotLoad(
  'The list of remotes, /remotes.json, did not arrive, and none is kept from before',
);

const unaffectedByRegistry: Readonly<Record<Area, string>> = {
  staff: 'the dashboard is not affected',
  public: 'your order is not affected',
};

/** Stands at an address whose remote is unknown, because the registry did not arrive. */
export function RegistryWall({ area }: { area: Area }) {
  const load = async () => {
    await loadRegistry({ refresh: true });
    if (useRemotes.getState().from === 'memory') throw registryDidNotLoad;
  };
  const away = { missing: 'This page is', unaffected: unaffectedByRegistry[area] };
  return <Wall name="The registry" away={away} error={registryDidNotLoad} load={load} />;
}

const secondsBetweenTries = 15;

interface WallProps {
  /** Of what failed, for the administrator. */
  name: string;
  away: Away;
  error: unknown;
  /** Loads once more what failed. */
  load: () => Promise<unknown>;
}

/** Names the missing part and the unaffected ones, and offers the ways on. */
function Wall({ name, away, error: failure, load }: WallProps) {
  const [tried, setTried] = useState<{ after: unknown; error: unknown } | null>(null);
  const error = tried && tried.after === failure ? tried.error : failure;
  const [trying, setTrying] = useState(false);
  const kind = failureKind(error);
  const { heading, sentence } = wallTexts(away, kind);
  const title = useScreenHeading();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const inAdmin = pathname.startsWith('/admin');

  const tryAgain = async () => {
    if (trying) return;
    setTrying(true);
    try {
      await load();
      // The boundary gives up its error at another location. It can miss a short revalidation.
      await navigate({ pathname, search, hash }, { replace: true, state });
    } catch (nextError) {
      setTried({ after: failure, error: nextError });
    } finally {
      setTrying(false);
    }
  };

  // A page that crashed would only crash again.
  const triesByItself = kind !== 'crashed';
  const left = useRetryCountdown({ active: triesByItself && !trying, retry: tryAgain });

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

type FailureKind = 'offline' | 'unavailable' | 'incompatible' | 'crashed';

function failureKind(error: unknown): FailureKind {
  if (error instanceof IncompatibleRemote || isShareMismatch(error)) return 'incompatible';
  if (error instanceof RemoteDidNotLoad) return navigator.onLine ? 'unavailable' : 'offline';
  return 'crashed';
}

/** The federation runtime reports a mismatch under `strictVersion` by its message alone. */
function isShareMismatch(error: unknown) {
  return error instanceof Error && error.message.includes('does not satisfy the requirement');
}

/** Heading and sentence, in the words of the remote's descriptor. */
function wallTexts({ missing, unaffected }: Away, kind: FailureKind): { heading: string; sentence: string } {
  switch (kind) {
    case 'offline':
      return {
        heading: 'You are offline',
        sentence: `${missing} not loaded yet. As soon as the connection is back, this page loads by itself. Nothing is lost.`,
      };
    case 'unavailable':
      return {
        heading: `${missing} unavailable right now`,
        sentence: `This part of Arrival Desk did not load. Everything else works: ${unaffected}, and nothing is lost.`,
      };
    case 'incompatible':
      return {
        heading: `${missing} being updated`,
        sentence: `This part belongs to another version of Arrival Desk than the one open in this tab. Reload the page to get both in one version. Until then everything else works: ${unaffected}.`,
      };
    case 'crashed':
      return {
        heading: 'This page stopped working',
        sentence: `Something failed while this page was shown. Everything else works, and what was saved is safe.`,
      };
  }
}

/** Calls `retry` every 15 s while the page is visible and `active`. Returns the seconds that are left. */
function useRetryCountdown({ active, retry }: { active: boolean; retry: () => void }) {
  const [left, setLeft] = useState(secondsBetweenTries);
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });

  useEffect(() => {
    if (!active) return;
    let remaining = secondsBetweenTries;
    setLeft(remaining);
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      remaining -= 1;
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [active]);

  return left;
}
