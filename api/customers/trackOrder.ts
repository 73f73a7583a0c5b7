import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { customerCalls } from 'shared/api/customerCalls';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { landingDomain, landingDomains } from 'shared/rules/landingDomains';
import type { Database } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import type { AppContext } from '../context/AppContext.ts';
import { addressKey } from '../http/connections.ts';
import { AttemptThrottle } from '../http/AttemptThrottle.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import { signCustomerToken, deriveKey } from '../signing/tokens.ts';
import { recordView } from './recordView.ts';

/** Only failures count. Callers without failures may be slowed down, but are never locked out (rule 16.4). */
const limits = {
  perCaller: { failures: 10, seconds: 60 },
  perSubject: { failures: 10, seconds: 15 * 60 },
  extraUnknownCallers: 20,
  unknownCallerIntervalSeconds: 20,
};

/** Two attempts at a time, so that the database has time for other calls. */
const throttle = new AttemptThrottle('track', limits, { concurrency: 2, maxWaiting: 100 });

/**
 * An unknown order, a deleted order and a wrong email get the same response in the same time. Each is a failed attempt.
 */
export const trackOrder: Handler<typeof customerCalls.track, [AppContext & { origin: AccessOrigin }]> = async (
  { orderId, email },
  context,
  { secret, diskSpace, origin },
) => {
  const { db, ip } = context;
  const caller = addressKey(ip);
  // The email is limited too, because somebody may try one person's email on many orders.
  const token = await throttle.attempt(db, { caller, subject: orderId, secondSubject: email }, async () =>
    (await orderExistsWithEmail(db, orderId, email)) ? signCustomerToken(secret, orderId) : null,
  );
  if (!token) throw new HttpError(404, orderNotFoundForCustomer);
  await recordView(context, diskSpace, { orderId, how: 'tracked', origin });
  return { message: 'We found your order.', data: { token } };
};

/** Gives each unknown id a fixed site, so that neither response nor timing reveals which orders exist. */
export const orderSite: Handler<typeof customerCalls.site, [Uint8Array]> = async ({ orderId }, { db }, secret) => {
  const digest = createHmac('sha256', deriveKey(secret, 'order site')).update(orderId).digest();
  const ofUnknown = landingDomains[digest.readUInt32BE() % landingDomains.length]!;
  const [order] = await db
    .select({ landingDomain: orders.landingDomain })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  const { domain } = order ? landingDomain(order.landingDomain) : ofUnknown;
  return { message: '', data: { landing_domain: domain } };
};

/** A single query, so that its time does not reveal why nothing was found. */
async function orderExistsWithEmail(db: Database, orderId: string, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${orders}
    where order_id = ${orderId} and process_status <> 'Deleted'
      and ${email} in (lower(trim(email)), lower(trim(contact_email_address)))`);
  return rows.length === 1;
}
