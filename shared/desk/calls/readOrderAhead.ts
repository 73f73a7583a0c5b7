import { useEffect, useState } from 'react';
import { orderCalls } from '../../api/orderCalls.ts';
import { send } from '../session/send.ts';
import { answerMeta, isAwaited } from './knownAnswer.ts';
import { queryClient } from './queryClient.ts';
import { queryKeys } from './queryKeys.ts';

/** How long a row must be rested on before its order is read: what somebody only passes is not. Milliseconds. */
const restMs = 80;
/** So many are read ahead at once, whoever asks. */
const most = 2;
/** An order read so short a time ago is shown as it is, without asking again. Milliseconds. */
export const orderFreshForMs = 20_000;
/** How long an answer that nobody waits for any more may still find its screen, which the click has only just asked for. Milliseconds. */
const untilShownMs = 250;

/** What is being read ahead, what is to be once there is a place, and who rests on what. */
const underWay = new Set<string>();
const putOff = new Set<string>();
const restedOn = new Map<Rest, string>();

/**
 * Says which order somebody may open next: once they have rested on it, it is read, unless it was just now; a third waits
 * until one of two has come. Another one, or null, ends that; an order that is on the screen by then is left alone.
 */
export interface Rest {
  on: (orderId: string | null) => void;
}

/** A rest of one kind (the cursor's, the pointer's), for as long as the component is there. */
export function useRest(): Rest {
  const [rest] = useState(makeRest);
  useEffect(() => () => rest.on(null), [rest]);
  return rest;
}

function makeRest(): Rest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest: Rest = {
    on: (orderId) => {
      const before = restedOn.get(rest);
      if (orderId === (before ?? null)) return;
      clearTimeout(timer);
      restedOn.delete(rest);
      if (before) leave(before);
      if (!orderId) return;
      restedOn.set(rest, orderId);
      timer = setTimeout(() => void read(orderId), restMs);
    },
  };
  return rest;
}

async function read(orderId: string): Promise<void> {
  if (underWay.has(orderId)) return;
  if (underWay.size >= most) return void putOff.add(orderId);
  underWay.add(orderId);
  // It never rejects: what failed is asked for, and told, when somebody opens it.
  await queryClient.prefetchQuery({
    queryKey: queryKeys.order(orderId),
    queryFn: ({ signal }) => send(orderCalls.details, { orderId }, { signal }),
    staleTime: orderFreshForMs,
    meta: answerMeta(orderCalls.details, { orderId }, orderFreshForMs),
  });
  underWay.delete(orderId);
  const next = [...restedOn.values()].find((id) => putOff.has(id));
  putOff.clear();
  if (next) void read(next);
}

function leave(orderId: string): void {
  if (!underWay.has(orderId)) return;
  setTimeout(() => {
    if (!underWay.has(orderId) || [...restedOn.values()].includes(orderId)) return;
    const query = queryClient.getQueryCache().find({ queryKey: queryKeys.order(orderId), exact: true });
    if (query?.getObserversCount() === 0 && !isAwaited(query)) void query.cancel({ silent: true });
  }, untilShownMs);
}
