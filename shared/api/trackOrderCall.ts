/** The tracking page's calls, in their own file so that it loads few others (rules 16.2, 16.16, 21.7). */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, requiredText } from './fields/fields.ts';

export const trackOrderInput = v.strictObject({
  orderId: requiredText('Please enter your orderId'),
  // Lower-cased, so that the same address in other capitals shares its rate limit.
  email: v.pipe(
    emailField('Please enter your email', 'Invalid email address'),
    v.maxLength(254, 'An email address can have at most 254 characters'),
    v.transform((text) => text.toLowerCase()),
  ),
});

/** One text for an unknown order, a deleted order and a wrong email, so that it does not reveal which orders exist. */
export const orderNotFoundForCustomer =
  'We could not find that order. Check that the order ID and the email match the email we sent you.';

export const trackOrderCall = call({
  method: 'POST',
  path: '/front/track-order',
  needs: 'anyone',
  writes: 'little',
  summary: 'Find an order by its id and email',
  refuses: { 404: 'No order has this id and email, or it was deleted' },
  input: trackOrderInput,
  data: v.object({ token: v.string() }),
});

/** Finds the site that the tracking page links to. */
export const orderSiteCall = call({
  method: 'POST',
  path: '/front/order-site',
  needs: 'anyone',
  writes: 'nothing',
  summary: 'The landing domain for an order id; unknown ids get one as well',
  input: v.strictObject({ orderId: trackOrderInput.entries.orderId }),
  data: v.object({ landing_domain: v.string() }),
});
