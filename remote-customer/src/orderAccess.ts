/**
 * What this tab may show of an order: the order-bound token of `track-order` and the landing domain it came from. Kept in
 * the tab, apart from the staff's session.
 */
import * as v from 'valibot';
import { keepInTab, readFromTab } from './tabStorage.ts';

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
