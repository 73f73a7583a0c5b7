/** The site whose links the tracking page shows. A separate file, as is the other call of that page (rules 16.16). */
import * as v from 'valibot';
import { call } from './call.ts';
import { trackOrderInput } from './trackOrderCall.ts';

export const orderSiteCall = call({
  method: 'POST',
  path: '/front/order-site',
  needs: 'anyone',
  writes: 'nothing',
  summary: 'The landing domain for an order id; an id that no order has is answered one as well',
  input: v.strictObject({ orderId: trackOrderInput.entries.orderId }),
  data: v.object({ landing_domain: v.string() }),
});
