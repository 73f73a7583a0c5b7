/** The customer's calls: rules 16.2, 16.10, 16.11, 21.7. */
import * as v from 'valibot';
import { customerStages } from '../rules/orderStatus.ts';
import { call } from './call.ts';
import { isoTimestamp, orderId, requiredText } from './fields.ts';

export const trackOrderInput = v.strictObject({
  orderId: requiredText('Please enter your orderId'),
  email: requiredText('Please enter your email'),
});

/** One text for an unknown order, a deleted one and a wrong e-mail. */
export const orderNotFoundForCustomer =
  'We could not find that order. Check that the order ID and the e-mail match the e-mail we sent you.';

const download = v.object({
  order_id: v.string(),
  create_ts: isoTimestamp,
  ip: v.string(),
  /** Browser, device and device type, parted by dashes. */
  browser: v.string(),
  os: v.string(),
  timezone: v.nullable(v.string()),
});
export type CustomerDownload = v.InferOutput<typeof download>;

export const customerCalls = {
  track: call({
    method: 'POST',
    path: '/front/track-order',
    needs: 'anyone',
    writes: 'little',
    summary: 'Find an order by its id and e-mail',
    refuses: { 404: 'No live order has this id and e-mail' },
    input: trackOrderInput,
    data: v.object({ token: v.string() }),
  }),
  downloadHistory: call({
    method: 'POST',
    path: '/front/get-download-history',
    needs: 'customer',
    writes: 'nothing',
    summary: 'Where the order is, its newest document and its newest 100 downloads',
    input: v.strictObject({ orderId }),
    data: v.array(download),
    beside: {
      /** How many downloads there are; `data` has the newest 100. */
      downloadTotal: v.number(),
      mainResult: v.object({
        order_id: v.string(),
        full_name: v.string(),
        stage: v.picklist(customerStages),
        landing_domain: v.nullable(v.string()),
        created_at: isoTimestamp,
      }),
      path: v.nullable(v.object({ file1: v.string(), content_type: v.string(), size: v.number() })),
    },
  }),
  downloadDocument: call({
    method: 'POST',
    path: '/front/download-passport-doc-pdf',
    needs: 'customer',
    writes: 'little',
    summary: 'Begin a download: answers the address of the file',
    refuses: { 404: 'The order has no such document', 409: 'The document is not ready yet' },
    input: v.strictObject({ orderId, customername: v.literal('customer'), file1: v.pipe(v.string(), v.nonEmpty()) }),
    data: v.object({ address: v.string(), grant: v.string() }),
  }),
};
