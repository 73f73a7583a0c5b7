/** Finds the site that the tracking page links to (rule 16.16). A separate file, so that the page loads few calls. */
import * as v from 'valibot';
import { call } from './call.ts';
import { trackOrderInput } from './trackOrderCall.ts';

export const orderSiteCall = call({
  method: 'POST',
  path: '/front/order-site',
  needs: 'anyone',
  writes: 'nothing',
  summary: 'The landing domain for an order id; unknown ids get one as well',
  input: v.strictObject({ orderId: trackOrderInput.entries.orderId }),
  data: v.object({ landing_domain: v.string() }),
});
