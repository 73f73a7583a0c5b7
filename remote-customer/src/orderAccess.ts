import { makeSend, type Send } from 'shared/api/client/send';
import * as v from 'valibot';

/** This tab's access to orders: the token of `track-order`, and the landing domain. Separate from the staff session. */

const access = v.object({ token: v.nullable(v.string()), landingDomain: v.nullable(v.string()) });
type OrderAccess = v.InferOutput<typeof access>;

const none: OrderAccess = { token: null, landingDomain: null };

const storageKey = (orderId: string) => `order-${orderId}`;

export const orderAccess = (orderId: string): OrderAccess => readSession(storageKey(orderId), access) ?? none;

const remember = (orderId: string, change: Partial<OrderAccess>) =>
  writeSession(storageKey(orderId), { ...orderAccess(orderId), ...change });

export const saveToken = (orderId: string, token: string) => remember(orderId, { token });

/** Removes the token, and keeps the landing domain for Contact Support. */
export function clearToken(orderId: string) {
  if (orderAccess(orderId).token) remember(orderId, { token: null });
}

export const saveLandingDomain = (orderId: string, landingDomain: string | null) =>
  remember(orderId, { landingDomain });

export const clearOrder = (orderId: string) => writeSession(storageKey(orderId), null);

/** The API client for one order: sends its token, never the staff's. A 401 removes the token. */
export function customerSend(orderId: string): Send {
  return makeSend({
    token: () => orderAccess(orderId).token,
    onDeadSession: () => clearToken(orderId),
    headers: timeZone,
  });
}

/** The time zone's IANA name, which is recorded as the location of a download (rule 16.15). */
function timeZone(): Record<string, string> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ? { 'X-Timezone': zone } : {};
}

export const trackOrderPath = (orderId: string) => `/track-order/${encodeURIComponent(orderId)}`;

export const completedOrderPath = (orderId: string) => `/get-new-order-details/${encodeURIComponent(orderId)}`;

/** A copy for browsers that forbid session storage. The URL must not hold these values: the phone may be borrowed. */
const inMemory = new Map<string, unknown>();

/** Returns null if the value is missing or invalid. */
export function readSession<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null {
  const { success, output } = v.safeParse(schema, inMemory.get(key) ?? stored(key));
  return success ? output : null;
}

/** Stores a value; null deletes it. */
export function writeSession(key: string, value: object | null) {
  if (value) inMemory.set(key, value);
  else inMemory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, the value lasts until a reload.
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
