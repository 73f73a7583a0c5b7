import { orderNotFoundForCustomer, type customerCalls } from 'shared/api/customerCalls';
import type { ParsedInput } from 'shared/api/call';
import { insertFailure, readWaits, type Attempt } from '../http/attemptQueries.ts';
import { Refusal, tooManyAttempts } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { Turns } from '../http/turns.ts';
import { orderExistsWithEmail } from './customerQueries.ts';
import { signCustomerToken } from './customerToken.ts';

type TrackCall = typeof customerCalls.track;

/** Decisions "Roles": only failures count. */
const limits = { perAddress: { failures: 10, seconds: 60 }, perSubject: { failures: 10, seconds: 15 * 60 } };

/** One attempt of an address at a time: attempts sent all at once would otherwise all pass before the first failure. */
const turns = new Turns();

/**
 * Lets a customer in who knows an order's id and its e-mail. An unknown order, a deleted one and a wrong e-mail are one
 * answer, in the same time, and count alike for the limits.
 */
export function trackOrder(
  { orderId, email }: ParsedInput<TrackCall>,
  { db, ip }: Context<TrackCall>,
  secret: Uint8Array,
): Promise<Reply<TrackCall>> {
  const attempt: Attempt = { scope: 'track', address: ip, subject: orderId };
  return turns.take(ip, async () => {
    const wait = await readWaits(db, attempt, limits);
    if (wait.address > 0) throw tooManyAttempts(wait.address);
    // The order's limit must not lock its customer out: an address that has not failed for it may still be right.
    if (wait.subject > 0 && wait.failedHere) throw tooManyAttempts(wait.subject);

    if (!(await orderExistsWithEmail(db, orderId, email))) {
      await insertFailure(db, attempt);
      if (wait.subject > 0) throw tooManyAttempts(wait.subject);
      throw new Refusal(404, orderNotFoundForCustomer);
    }
    return { message: 'We found your order.', data: { token: await signCustomerToken(secret, orderId) } };
  });
}
