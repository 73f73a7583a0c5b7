import { RotateCcw, Unplug } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { Button, EmptyState, Screen, useDelayed } from 'shared/kit/base';
import { IncompatibleRemote } from 'shared/remote/remoteContract';
import type { Area, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { HomeButton } from '../BlankPage.tsx';
import { loadRegistry, useRemotes } from '../registry.ts';
import { loadScreen, RemoteLoadError, replaceCrashed } from './loadScreen.ts';
import classes from './RemoteWall.module.css';

const slowMs = 4_000;

/** A placeholder with a screen's height, so that nothing jumps. Shows a note when loading is slow. */
export function ScreenPending({ heading }: { heading?: string | undefined }) {
  const slow = useDelayed(true, slowMs);
  const status = <p role="status">{slow && 'This page is taking longer than usual. Still loading…'}</p>;
  return (
    <div className={classes.pending} aria-busy="true">
      {heading ? (
        <Screen title={heading} isPending>
          <div className={classes.content}>{status}</div>
        </Screen>
      ) : (
        status
      )}
    </div>
  );
}

type OutageText = RemoteDescriptor['away'];

interface RemoteWallProps {
  name: string;
  path: string;
  away: OutageText;
  error?: unknown;
}

/**
 * The error element of a remote's route. A missing, slow, incompatible or crashing remote affects only its own screens.
 */
export function RemoteWall({ name, path, away, error }: RemoteWallProps) {
  const routeError = useRouteError();
  const failure = error ?? routeError;
  const load = () => loadScreen(name, path, { refresh: true });
  const replacing = useReplacement(name, path, failure);
  if (replacing) return <ScreenPending />;
  return <Wall name={name} away={away} error={failure} load={load} />;
}

/** Looks for another version of a crashed screen, and shows it if there is one. Returns whether it is still looking. */
function useReplacement(name: string, path: string, failure: unknown): boolean {
  const [settled, setSettled] = useState<unknown>();
  const showAgain = useEffectEvent(useReopen());
  const isCrash = failureKind(failure) === 'crashed';
  useEffect(() => {
    if (isCrash)
      replaceCrashed(name, path, failure).then(
        () => showAgain(),
        () => setSettled(failure),
      );
  }, [name, path, failure, isCrash]);
  return isCrash && settled !== failure;
}

/** Navigates to the current URL, which resets its error boundary. The boundary can miss a short revalidation. */
function useReopen() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return () => navigate({ pathname, search, hash }, { replace: true, state });
}

const registryLoadError = new RemoteLoadError(
  'The list of remotes, /remotes.json, did not load, and there is no saved copy',
);

const unaffectedByRegistry: Readonly<Record<Area, string>> = {
  staff: 'the dashboard is not affected',
  public: 'your order is not affected',
};

/** Shown if the registry did not load, because the URL's remote is then unknown. */
export function RegistryError({ area }: { area: Area }) {
  const load = async () => {
    await loadRegistry({ refresh: true });
    if (useRemotes.getState().from === 'memory') throw registryLoadError;
  };
  const away = { missing: 'This page is', unaffected: unaffectedByRegistry[area] };
  return <Wall name="The registry" away={away} error={registryLoadError} load={load} />;
}

const retryIntervalSeconds = 15;

interface WallProps {
  /** The remote's name, shown for the administrator. */
  name: string;
  away: OutageText;
  error: unknown;
  /** Repeats the load that failed. */
  load: () => Promise<unknown>;
}

/** The error page: says what is missing and what still works, and offers ways to continue. */
function Wall({ name, away, error: failure, load }: WallProps) {
  const [lastTry, setTried] = useState<{ after: unknown; error: unknown } | null>(null);
  const error = lastTry && lastTry.after === failure ? lastTry.error : failure;
  const [trying, setTrying] = useState(false);
  const kind = failureKind(error);
  const { heading, sentence } = failureTexts[kind](away);
  const reopen = useReopen();

  const tryAgain = async () => {
    if (trying) return;
    setTrying(true);
    try {
      await load();
      await reopen();
    } catch (nextError) {
      setTried({ after: failure, error: nextError });
    } finally {
      setTrying(false);
    }
  };

  // Do not retry a crashed screen automatically: it would crash again.
  const retriesAutomatically = kind !== 'crashed';
  const left = useRetryCountdown({ active: retriesAutomatically && !trying, retry: tryAgain });

  useEffect(() => {
    if (kind !== 'offline') return;
    const backOnline = () => void tryAgain();
    window.addEventListener('online', backOnline);
    return () => window.removeEventListener('online', backOnline);
  });

  return (
    <EmptyState
      fullScreen
      alert
      icon={<Unplug size={28} strokeWidth={1.75} aria-hidden />}
      title={heading}
      action={
        <>
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
          <HomeButton variant="outlined" />
        </>
      }
      below={
        <div className={classes.below}>
          {retriesAutomatically && (
            <div className={classes.countdown}>{trying ? 'Trying now.' : `Retrying in ${left} s.`}</div>
          )}
          <details>
            <summary>Details for your administrator</summary>
            <div>{`${name}: ${kind}. ${error instanceof Error ? error.message : String(error)}`}</div>
          </details>
        </div>
      }
    >
      {sentence}
    </EmptyState>
  );
}

type FailureKind = 'offline' | 'unavailable' | 'incompatible' | 'crashed';

function failureKind(error: unknown): FailureKind {
  if (error instanceof IncompatibleRemote) return 'incompatible';
  if (error instanceof RemoteLoadError) return navigator.onLine ? 'unavailable' : 'offline';
  return 'crashed';
}

/** The texts of the error page, completed by the remote's descriptor. */
const failureTexts: Readonly<Record<FailureKind, (away: OutageText) => { heading: string; sentence: string }>> = {
  offline: ({ missing }) => ({
    heading: 'You are offline',
    sentence: `${missing} not loaded yet. This page loads automatically once you’re back online. Nothing is lost.`,
  }),
  unavailable: ({ missing, unaffected }) => ({
    heading: `${missing} unavailable right now`,
    sentence: `This part of Arrival Desk did not load. Everything else works: ${unaffected}, and nothing is lost.`,
  }),
  incompatible: ({ missing, unaffected }) => ({
    heading: `${missing} being updated`,
    sentence: `This tab is running an older version of Arrival Desk. Reload the page to update. Everything else works: ${unaffected}.`,
  }),
  crashed: () => ({
    heading: 'This page stopped working',
    sentence: 'Something went wrong on this page. Everything else works, and saved changes are safe.',
  }),
};

/** Calls `retry` every 15 s while `active` and visible. Returns the seconds until the next call. */
function useRetryCountdown({ active, retry }: { active: boolean; retry: () => void }) {
  const [left, setLeft] = useState(retryIntervalSeconds);
  const due = useEffectEvent(retry);
  useEffect(() => {
    if (!active) return;
    let remaining = retryIntervalSeconds;
    setLeft(remaining);
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      remaining -= 1;
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      due();
    }, 1_000);
    return () => clearInterval(timer);
  }, [active]);

  return left;
}
