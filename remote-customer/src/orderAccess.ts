/**
 * What this tab may show of an order: the order-bound token of `track-order` and the landing domain it came from. Kept in
 * the tab's session storage, apart from the staff's session, and in memory where the browser forbids storage.
 */
import * as v from 'valibot';

const access = v.object({ token: v.nullable(v.string()), landingDomain: v.nullable(v.string()) });
type OrderAccess = v.InferOutput<typeof access>;

const none: OrderAccess = { token: null, landingDomain: null };
const inMemory = new Map<string, OrderAccess>();

const storageKey = (orderId: string) => `order-${orderId}`;

/** What is known of an order; nulls when it was never tracked in this tab. */
export function orderAccess(orderId: string): OrderAccess {
  const known = inMemory.get(orderId);
  if (known) return known;
  try {
    return v.parse(access, JSON.parse(sessionStorage.getItem(storageKey(orderId)) ?? 'null'));
  } catch {
    return none;
  }
}

function remember(orderId: string, change: Partial<OrderAccess>) {
  const changed = { ...orderAccess(orderId), ...change };
  inMemory.set(orderId, changed);
  try {
    sessionStorage.setItem(storageKey(orderId), JSON.stringify(changed));
  } catch {
    // Forbidden storage only costs a reload of the page.
  }
}

/** The order was found: its token opens the other customer calls. */
export const rememberToken = (orderId: string, token: string) => remember(orderId, { token });

/** The token is dead; the landing domain stays, so that Contact Support still leads to the right site. */
export const forgetToken = (orderId: string) => remember(orderId, { token: null });

export const rememberLandingDomain = (orderId: string, landingDomain: string | null) =>
  remember(orderId, { landingDomain });
