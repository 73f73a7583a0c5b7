import { makeSend, type Send } from 'shared/api/send';
import * as v from 'valibot';

/**
 * What this tab may show of an order: the order-bound token of `track-order` and the landing domain it came from. Kept in
 * the tab, apart from the staff's session.
 */

const access = v.object({ token: v.nullable(v.string()), landingDomain: v.nullable(v.string()) });
type OrderAccess = v.InferOutput<typeof access>;

const none: OrderAccess = { token: null, landingDomain: null };

const storageKey = (orderId: string) => `order-${orderId}`;

/** What is known of an order; nulls when it was never tracked in this tab. */
export const orderAccess = (orderId: string): OrderAccess => readFromTab(storageKey(orderId), access) ?? none;

const remember = (orderId: string, change: Partial<OrderAccess>) =>
  keepInTab(storageKey(orderId), { ...orderAccess(orderId), ...change });

/** The order was found: its token opens the other customer calls. */
export const rememberToken = (orderId: string, token: string) => remember(orderId, { token });

/** The token is dead; the landing domain stays, so that Contact Support still leads to the right site. */
export function forgetToken(orderId: string) {
  if (orderAccess(orderId).token) remember(orderId, { token: null });
}

export const rememberLandingDomain = (orderId: string, landingDomain: string | null) =>
  remember(orderId, { landingDomain });

/** Nothing of the order stays in this tab. */
export const forgetOrder = (orderId: string) => keepInTab(storageKey(orderId), null);

/**
 * The client of one order: it carries that order's token and never the staff's; a 401 ends the token alone.
 */
export function customerSend(orderId: string): Send {
  return makeSend({
    token: () => orderAccess(orderId).token,
    onDeadSession: () => forgetToken(orderId),
    headers: timeZone,
  });
}

/** The browser's time zone, an IANA name: a download's location (rules 16.15). */
function timeZone(): Record<string, string> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ? { 'X-Timezone': zone } : {};
}

/** Where an order is looked for, its id filled in. */
export const trackOrderPath = (orderId: string) => `/track-order/${encodeURIComponent(orderId)}`;

/** Where a found order is shown. */
export const completedOrderPath = (orderId: string) => `/get-new-order-details/${encodeURIComponent(orderId)}`;

/**
 * What this tab keeps: in its session storage, which goes with the tab, and in memory where the browser forbids storage. Never
 * in the address, and never beyond the tab: the phone may be somebody else's.
 */

const inMemory = new Map<string, unknown>();

/** What was kept under this key; null when there is nothing, or nothing that can be read. */
export function readFromTab<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null {
  const { success, output } = v.safeParse(schema, inMemory.get(key) ?? stored(key));
  return success ? output : null;
}

/** Keeps it for as long as the tab is there; null forgets it. */
export function keepInTab(key: string, value: object | null) {
  if (value) inMemory.set(key, value);
  else inMemory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Forbidden storage only costs a reload of the page.
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
