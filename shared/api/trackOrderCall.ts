/** The call that the tracking page makes, in a file of its own: that page loads no other (rules 16.2, 21.7). */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, requiredText } from './fields.ts';

export const trackOrderInput = v.strictObject({
  orderId: requiredText('Please enter your orderId'),
  // Folded here alone: SQL folds İ otherwise, and a limit of one spelling would not be that of the other.
  email: v.pipe(
    emailField('Please enter your email', 'Invalid email address'),
    v.maxLength(254, 'An e-mail address has at most 254 characters'),
    v.transform((text) => text.toLowerCase()),
  ),
});

/** One text for an unknown order, a deleted one and a wrong e-mail. */
export const orderNotFoundForCustomer =
  'We could not find that order. Check that the order ID and the e-mail match the e-mail we sent you.';

export const trackOrderCall = call({
  method: 'POST',
  path: '/front/track-order',
  needs: 'anyone',
  writes: 'little',
  summary: 'Find an order by its id and e-mail',
  refuses: { 404: 'No live order has this id and e-mail' },
  input: trackOrderInput,
  data: v.object({ token: v.string() }),
});
