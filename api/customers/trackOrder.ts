import type { customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { Desk } from '../desk/desk.ts';
import { addressKey } from '../http/callerAddress.ts';
import { LoginThrottle } from '../http/LoginThrottle.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { orderExistsWithEmail } from './customerQueries.ts';
import { noteView } from './noteView.ts';
import { signCustomerToken } from '../signing/customerToken.ts';

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
