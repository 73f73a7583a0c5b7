import { orderNotFoundForCustomer, type customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { addressKey } from '../http/addressKey.ts';
import { AttemptDoor } from '../http/AttemptDoor.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { orderExistsWithEmail } from './customerQueries.ts';
import { signCustomerToken } from '../signing/customerToken.ts';

type TrackCall = typeof customerCalls.track;

/** Rules 16.4: only failures count. A try is a few short queries; two at a time leave the database to others. */
const door = new AttemptDoor(
  'track',
  {
    perCaller: { failures: 10, seconds: 60 },
    perSubject: { failures: 10, seconds: 15 * 60 },
    newStrangers: 20,
  },
  { atOnce: 2, waiting: 100 },
);

/**
 * Lets a customer in who knows an order's id and its e-mail. An unknown order, a deleted one and a wrong e-mail are one
 * answer, in the same time, and count alike for the limits.
 */
export async function trackOrder(
  { orderId, email }: ParsedInput<TrackCall>,
  { db, ip }: Context<TrackCall>,
  secret: Uint8Array,
): Promise<Reply<TrackCall>> {
  const token = await door.enter(db, { caller: addressKey(ip), subject: orderId }, async () =>
    (await orderExistsWithEmail(db, orderId, email)) ? signCustomerToken(secret, orderId) : null,
  );
  if (!token) throw new Refusal(404, orderNotFoundForCustomer);
  return { message: 'We found your order.', data: { token } };
}
