/** The site whose links the tracking page shows, in a file of its own as the other call of that page (rules 16.16). */
import * as v from 'valibot';
import { call } from './call.ts';
import { orderId } from './fields.ts';

export const orderSiteInput = v.strictObject({ orderId });

export const orderSiteCall = call({
  method: 'POST',
  path: '/front/order-site',
  needs: 'anyone',
  writes: 'nothing',
  summary: 'The landing domain for an order id; an id that no order has is answered one as well',
  input: orderSiteInput,
  data: v.object({ landing_domain: v.string() }),
});
