import { createHmac } from 'node:crypto';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { customerCalls } from 'shared/api/customerCalls';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { landingDomain, landingDomains } from 'shared/rules/landingDomains';
import type { Database } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import type { Desk } from '../desk/desk.ts';
import { addressKey } from '../http/connections.ts';
import { LoginThrottle } from '../http/LoginThrottle.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { signCustomerToken, derivedKey } from '../signing/tokens.ts';
import { noteView } from './noteView.ts';

type TrackCall = typeof customerCalls.track;

/** Rules 16.4: only failures count, and who has not failed there is at most slowed down. */
const limits = {
  perCaller: { failures: 10, seconds: 60 },
  perSubject: { failures: 10, seconds: 15 * 60 },
  newStrangers: 20,
  strangerEvery: 20,
};

/** A try is a few short queries; two at a time leave the database to others. */
const throttle = new LoginThrottle('track', limits, { atOnce: 2, waiting: 100 });

/**
 * Lets a customer in who knows an order's id and its e-mail. An unknown order, a deleted one and a wrong e-mail are one
 * answer, in the same time, and count alike for the limits.
 */
export async function trackOrder(
  { orderId, email }: ParsedInput<TrackCall>,
  context: Context<TrackCall>,
  { secret, room, origin }: Pick<Desk, 'secret' | 'room'> & { origin: AccessOrigin },
): Promise<Reply<TrackCall>> {
  const { db, ip } = context;
  const caller = addressKey(ip);
  // The e-mail counts too: someone may try one person's at many orders.
  const token = await throttle.attempt(db, { caller, subject: orderId, secondSubject: email }, async () =>
    (await orderExistsWithEmail(db, orderId, email)) ? signCustomerToken(secret, orderId) : null,
  );
  if (!token) throw new Refusal(404, orderNotFoundForCustomer);
  await noteView(context, room, { orderId, how: 'tracked', origin });
  return { message: 'We found your order.', data: { token } };
}

type SiteCall = typeof customerCalls.site;

/**
 * The site of an order. An id that no order has gets a known site, always the same one, so that neither the answer nor
 * its time tells whether there is such an order.
 */
export async function orderSite(
  { orderId }: ParsedInput<SiteCall>,
  { db }: Context<SiteCall>,
  secret: Uint8Array,
): Promise<Reply<SiteCall>> {
  const ofAbsent = siteOfAbsent(orderId, secret);
  const domain = await findLandingDomain(db, orderId);
  return { message: '', data: { landing_domain: domain === undefined ? ofAbsent : landingDomain(domain).domain } };
}

function siteOfAbsent(orderId: string, secret: Uint8Array): string {
  const digest = createHmac('sha256', derivedKey(secret, 'order site')).update(orderId).digest();
  return landingDomains[digest.readUInt32BE() % landingDomains.length]!.domain;
}

/**
 * Whether an order with that e-mail is there. One and the same query for an unknown order, a deleted one and a wrong
 * e-mail, so that neither answer nor time tells them apart. The e-mail, in lower case, is either of the order's, in any case.
 */
async function orderExistsWithEmail(db: Database, orderId: string, email: string): Promise<boolean> {
  const matches = or(
    sql`lower(trim(${orders.email})) = ${email}`,
    sql`lower(trim(${orders.contactEmailAddress})) = ${email}`,
  );
  const found = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), ne(orders.processStatus, 'Deleted'), matches));
  return found.length === 1;
}

/** The landing domain of an order, which may have none (null); undefined: there is no such order. */
async function findLandingDomain(db: Database, orderId: string): Promise<string | null | undefined> {
  const [order] = await db
    .select({ landingDomain: orders.landingDomain })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return order?.landingDomain;
}
