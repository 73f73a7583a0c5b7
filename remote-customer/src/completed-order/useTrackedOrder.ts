import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from 'shared/api/call';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError } from 'shared/api/client/send';
import { customerSend, saveLandingDomain, trackOrderPath } from '../orderAccess.ts';
import { clearLayoutOrder, setLayoutOrder } from '../layout/CustomerLayout.tsx';
import { dismissToast, toastError } from '../layout/feedback.tsx';

export type OrderAnswer = Answer<typeof customerCalls.downloadHistory>;
export type TrackedOrder = ReturnType<typeof useTrackedOrder>;

/** The results of the last checks; a new object after each check. */
interface Checks {
  order: OrderAnswer | null;
  checkedAt: Date | null;
  /** The last check's error; the order stays on the page. */
  failure: CallError | null;
}

/**
 * Loads an order, and polls it while it may change or a download is running. An expired token or a deleted order
 * redirects to the tracking form with the server's message; `leave` does the same for other calls.
 */
export function useTrackedOrder(orderId: string) {
  const [checks, setChecks] = useState<Checks>({ order: null, checkedAt: null, failure: null });
  const { order, failure } = checks;
  const [arriving, setArriving] = useState(false);
  const send = useMemo(() => customerSend(orderId), [orderId]);
  const request = useRef<AbortController>(null);
  /** After the page is left, late responses must neither redirect nor show the order. */
  const hasLeft = useRef(false);
  const navigate = useNavigate();

  /** Call this once the customer has lost access to the order. */
  const leave = useCallback(
    (error: CallError) => {
      if (hasLeft.current) return;
      toastError(error.message);
      void navigate(trackOrderPath(orderId), { replace: true });
    },
    [orderId, navigate],
  );

  /**
   * Runs one check at a time; a new check cancels the previous one. Returns whether the check succeeded, or null if it
   * was cancelled. `mark` is that of the order on the page; with `asksFirst`, the order is fetched only if it changed.
   */
  const look = useCallback(
    async ({ mark, asksFirst = false }: { mark?: string; asksFirst?: boolean } = {}): Promise<boolean | null> => {
      if (hasLeft.current) return null;
      request.current?.abort();
      const { signal } = (request.current = new AbortController());
      const hasChanged = async () =>
        mark === undefined ||
        !asksFirst ||
        (await send(customerCalls.follow, { orderId, mark }, { signal })).data.changed;
      try {
        const found = (await hasChanged()) ? await send(customerCalls.downloadHistory, { orderId }, { signal }) : null;
        if (signal.aborted) return null;
        if (found) {
          // A toast from before the change would contradict the new heading.
          if (mark !== undefined && mark !== found.mark) dismissToast();
          saveLandingDomain(orderId, found.mainResult.landing_domain);
          setLayoutOrder(found.mainResult.landing_domain);
        }
        setChecks((last) => ({ order: found ?? last.order, checkedAt: new Date(), failure: null }));
        return true;
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof CallError)) throw error;
        if (error.httpStatus === 401) leave(error);
        // Offline, a page that shows an order needs only the offline notice.
        else setChecks((last) => ({ ...last, failure: last.order && !navigator.onLine ? null : error }));
        return false;
      }
    },
    [orderId, leave, send],
  );

  const check = useCallback(() => look(), [look]);

  const mark = order?.mark;
  // Fetch the whole order during a download, because `mark` does not change with downloads.
  const asksFirst = !failure && !arriving;
  const poll = useCallback(() => void look({ mark, asksFirst }), [look, mark, asksFirst]);

  usePolling({ look: poll, backoff: backoffAfter(checks, arriving), checks });

  useEffect(() => {
    const forget = () => setChecks((last) => (last.order ? { ...last, failure: null } : last));
    window.addEventListener('offline', forget);
    return () => window.removeEventListener('offline', forget);
  }, []);

  useEffect(() => {
    hasLeft.current = false;
    void check();
    return () => {
      hasLeft.current = true;
      request.current?.abort();
      clearLayoutOrder();
    };
  }, [check]);

  return { ...checks, check, leave, send, setArriving };
}

/** The delays between checks: the first one in seconds, the growth factor, and the maximum. */
interface Backoff {
  initial: number;
  factor: number;
  max: number;
}

/** Null if nothing can change. */
function backoffAfter({ order, failure }: Checks, arriving: boolean): Backoff | null {
  if (failure) return { initial: 2, factor: 2, max: 60 };
  if (arriving) return { initial: 1.5, factor: 1.3, max: 15 };
  const askAgain = order?.askAgain ?? null;
  return askAgain === null ? null : { initial: askAgain, factor: 1.5, max: Math.max(300, askAgain) };
}

/** The minimum number of seconds to wait for a response before polling repeats the check. */
const minRepeatSeconds = 30;

/** A phone that wakes up fires several events: treat those within this time as one. */
const togetherMs = 100;

interface Polling {
  look: () => void;
  backoff: Backoff | null;
  /** Each finished check starts the next delay. */
  checks: Checks;
}

/**
 * Polls at growing intervals while the page is visible, and at once when it becomes visible or online again (rule
 * 16.41). Another `backoff` restarts the intervals.
 */
function usePolling({ look, backoff, checks }: Polling) {
  const attempt = useRef(0);
  const { initial, factor, max } = backoff ?? { initial: 0, factor: 0, max: 0 };

  useEffect(() => {
    attempt.current = 0;
  }, [initial, factor, max]);

  useEffect(() => {
    if (!max) return;
    const seconds = () => Math.min(max, initial * factor ** attempt.current);
    const lookThen = () => {
      attempt.current += 1;
      timer = setTimeout(lookThen, Math.max(minRepeatSeconds, seconds()) * 1000);
      // A hidden page checks once it becomes visible.
      if (!document.hidden) look();
    };
    let timer = setTimeout(lookThen, seconds() * 1000);
    return () => clearTimeout(timer);
  }, [look, checks, initial, factor, max]);

  useEffect(() => {
    if (!max) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const atOnce = () => {
      if (document.hidden) return;
      attempt.current = 0;
      clearTimeout(soon);
      soon = setTimeout(look, togetherMs);
    };
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && atOnce();
    document.addEventListener('visibilitychange', atOnce);
    window.addEventListener('online', atOnce);
    window.addEventListener('pageshow', shownAgain);
    return () => {
      clearTimeout(soon);
      document.removeEventListener('visibilitychange', atOnce);
      window.removeEventListener('online', atOnce);
      window.removeEventListener('pageshow', shownAgain);
    };
  }, [look, max]);
}
