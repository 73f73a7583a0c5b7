import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Answer } from 'shared/api/call';
import { customerCalls } from 'shared/api/customerCalls';
import { CallError } from 'shared/api/send';
import { trackOrderPath } from '../customerPaths.ts';
import { customerSend } from '../customerSend.ts';
import { showNoOrder, showOrder } from '../layout/shownOrder.ts';
import { rememberLandingDomain } from '../orderAccess.ts';
import { toastError } from '../stayingToast.ts';

type OrderAnswer = Answer<typeof customerCalls.downloadHistory>;

interface TrackedOrder {
  /** What the last successful check answered; null until the first one did. */
  order: OrderAnswer | null;
  /** When it did. */
  checkedAt: Date | null;
  /** Why the last check failed; an order that is there stays. */
  failure: CallError | null;
  isChecking: boolean;
}

/**
 * Reads an order at once and whenever `check` is called. A dead token, which a deleted order answers too, leads to where
 * orders are looked for, with the server's message; `leave` does so for the other calls of the page.
 */
export function useTrackedOrder(orderId: string) {
  const [tracked, setTracked] = useState<TrackedOrder>({
    order: null,
    checkedAt: null,
    failure: null,
    isChecking: true,
  });
  const send = useMemo(() => customerSend(orderId), [orderId]);
  const request = useRef<AbortController>(null);
  const navigate = useNavigate();

  const leave = useCallback(
    (error: CallError) => {
      toastError(error.message);
      void navigate(trackOrderPath(orderId), { replace: true });
    },
    [orderId, navigate],
  );

  const check = useCallback(async () => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setTracked((last) => ({ ...last, isChecking: true }));
    try {
      const order = await send(customerCalls.downloadHistory, { orderId }, { signal });
      if (signal.aborted) return;
      rememberLandingDomain(orderId, order.mainResult.landing_domain);
      showOrder(order.mainResult.landing_domain);
      setTracked({ order, checkedAt: new Date(), failure: null, isChecking: false });
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof CallError)) throw failure;
      if (failure.httpStatus === 401) return leave(failure);
      setTracked((last) => ({ ...last, failure, isChecking: false }));
    }
  }, [orderId, send, leave]);

  useEffect(() => {
    void check();
    return () => {
      request.current?.abort();
      showNoOrder();
    };
  }, [check]);

  return { ...tracked, check, leave, send };
}
