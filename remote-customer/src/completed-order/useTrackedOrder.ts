import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Answer } from 'shared/api/call';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError } from 'shared/api/send';
import { customerSend, rememberLandingDomain, trackOrderPath } from '../orderAccess.ts';
import { showNoOrder, showOrder } from '../layout/CustomerLayout.tsx';
import { toastError } from '../layout/messages.tsx';

export type OrderAnswer = Answer<typeof customerCalls.downloadHistory>;

interface Tracked {
  /** What the last successful look answered; null until the first one did. */
  order: OrderAnswer | null;
  /** When it did. */
  checkedAt: Date | null;
  /** Why the last look failed; an order that is there stays. */
  failure: CallError | null;
  /** How many looks have ended. */
  looks: number;
}

const afterFailure: Wait = { first: 2, grows: 2, most: 60 };
const whileArriving: Wait = { first: 1.5, grows: 1.3, most: 15 };
/** As soon as the API says that it is worth it, then slower and slower. */
const whileUnderWay = (askAgain: number): Wait => ({ first: askAgain, grows: 1.5, most: Math.max(300, askAgain) });

/**
 * Reads an order, and follows it by itself as long as something may change, or a download is `arriving`. A dead token, which a
 * deleted order answers too, leads to where orders are looked for, with the server's message; `leave` does so for the other
 * calls of the page.
 */
export function useTrackedOrder(orderId: string, arriving: boolean) {
  const [tracked, setTracked] = useState<Tracked>({
    order: null,
    checkedAt: null,
    failure: null,
    looks: 0,
  });
  const { order, failure, looks } = tracked;
  const send = useMemo(() => customerSend(orderId), [orderId]);
  const request = useRef<AbortController>(null);
  /** Whoever has left is neither led back nor shown the order: also not by what ends later. */
  const hasLeft = useRef(false);
  const navigate = useNavigate();

  const leave = useCallback(
    (error: CallError) => {
      if (hasLeft.current) return;
      toastError(error.message);
      void navigate(trackOrderPath(orderId), { replace: true });
    },
    [orderId, navigate],
  );

  /**
   * One look at a time: a new one ends an older one. `read` resolves to the order, or to null when it is as it was. Resolves to
   * whether it succeeded, or to null when it was ended.
   */
  const look = useCallback(
    async (read: (signal: AbortSignal) => Promise<OrderAnswer | null>): Promise<boolean | null> => {
      if (hasLeft.current) return null;
      request.current?.abort();
      const controller = (request.current = new AbortController());
      const { signal } = controller;
      const ended = (found: Partial<Tracked>) => setTracked((last) => ({ ...last, ...found, looks: last.looks + 1 }));
      try {
        const found = await read(signal);
        if (signal.aborted) return null;
        if (found) {
          rememberLandingDomain(orderId, found.mainResult.landing_domain);
          showOrder(found.mainResult.landing_domain);
        }
        ended({ ...(found && { order: found }), checkedAt: new Date(), failure: null });
        return true;
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof CallError)) throw error;
        if (error.httpStatus === 401) leave(error);
        else ended({ failure: error });
        return false;
      }
    },
    [orderId, leave],
  );

  const readWhole = useCallback(
    (signal: AbortSignal) => send(customerCalls.downloadHistory, { orderId }, { signal }),
    [orderId, send],
  );
  const check = useCallback(() => look(readWhole), [look, readWhole]);

  const mark = order?.mark;
  const lookAgain = useCallback(() => {
    // A history of downloads is not among what the mark names.
    if (mark === undefined || failure || arriving) return void check();
    void look(async (signal) => {
      const { data } = await send(customerCalls.follow, { orderId, mark }, { signal });
      return data.changed ? readWhole(signal) : null;
    });
  }, [mark, failure, arriving, check, look, send, orderId, readWhole]);

  const wait = useMemo(() => {
    if (failure) return afterFailure;
    if (arriving) return whileArriving;
    return order && order.askAgain !== null ? whileUnderWay(order.askAgain) : null;
  }, [failure, arriving, order]);
  useFollowing({ look: lookAgain, wait, looks });

  useEffect(() => {
    hasLeft.current = false;
    void check();
    return () => {
      hasLeft.current = true;
      request.current?.abort();
      showNoOrder();
    };
  }, [check]);

  return { ...tracked, check, leave, send };
}

/** Seconds until the first look, how many times longer each next one waits, and the most that it waits. */
interface Wait {
  first: number;
  grows: number;
  most: number;
}

/** Seconds that a look has at least before another one ends it: one that hangs must not end the following. */
const minRepeatSeconds = 30;

/** A phone that wakes up tells of it several times. */
const togetherMs = 100;

interface Following {
  look: () => void;
  /** Null: nothing more will come. */
  wait: Wait | null;
  /** How many looks have ended: each one begins the next wait. */
  looks: number;
}

/**
 * Looks again by itself, slower and slower, as long as the page is seen; at once when it is seen again, and when the network is
 * back (rules 16.41). Another wait begins anew.
 */
function useFollowing({ look, wait, looks }: Following) {
  const turn = useRef(0);
  const { first, grows, most } = wait ?? { first: 0, grows: 0, most: 0 };

  useEffect(() => {
    turn.current = 0;
  }, [first, grows, most]);

  useEffect(() => {
    if (!most) return;
    const seconds = () => Math.min(most, first * grows ** turn.current);
    const lookThen = () => {
      turn.current += 1;
      timer = setTimeout(lookThen, Math.max(minRepeatSeconds, seconds()) * 1000);
      // Who does not see the page is told as soon as they do.
      if (!document.hidden) look();
    };
    let timer = setTimeout(lookThen, seconds() * 1000);
    return () => clearTimeout(timer);
  }, [look, looks, first, grows, most]);

  useEffect(() => {
    if (!most) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const atOnce = () => {
      if (document.hidden) return;
      turn.current = 0;
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
  }, [look, most]);
}
