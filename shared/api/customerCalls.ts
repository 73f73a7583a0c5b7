/** The customer's calls: rules 16.2, 16.10, 16.11, 16.25, 16.29, 21.7. */
import * as v from 'valibot';
import { nextStepNames } from '../rules/nextStep.ts';
import { customerStages } from '../rules/orderStatus.ts';
import { call } from './call.ts';
import { isoDay, isoTimestamp, orderId } from './fields.ts';
import { messageText } from './messageText.ts';
import { orderSiteCall } from './orderSiteCall.ts';
import { trackOrderCall } from './trackOrderCall.ts';

/** A token that ended, or is of another order: what leads back to the form. */
export const trackAgain = 'Please track your order again.';

/** A message without text and without a document. */
export const emptyMessage = 'Write an answer or choose a document.';

/** So many characters a customer's message may have. */
export const longestMessage = 2_000;

const download = v.object({
  order_id: v.string(),
  create_ts: isoTimestamp,
  ip: v.string(),
  /** Browser, device and device type, parted by dashes. */
  browser: v.string(),
  os: v.string(),
  timezone: v.nullable(v.string()),
  /** All bytes were sent. */
  completed: v.boolean(),
  /** How much of the document was sent, in percent; 100 only once it is completed. */
  percent: v.number(),
});
export type CustomerDownload = v.InferOutput<typeof download>;

/** One message between us and the customer of an order; who of us wrote is not told. */
const customerMessage = v.object({
  id: v.number(),
  from: v.picklist(['us', 'you']),
  at: isoTimestamp,
  /** Empty when there is a document alone. */
  text: v.string(),
  /** The document that came with it, of which the customer gets no more than this. */
  file: v.nullable(v.object({ name: v.string(), content_type: v.string(), size: v.number() })),
});
export type CustomerMessage = v.InferOutput<typeof customerMessage>;

const next = v.object({
  step: v.picklist(nextStepNames),
  /** The day that the step's text speaks of. */
  on: v.nullable(isoDay),
  /** A full hour; no promise, but what nine of ten orders of late took (rules 16.23). */
  usually_by: v.nullable(isoTimestamp),
  /** That hour has passed. */
  late: v.boolean(),
});
export type CustomerNext = v.InferOutput<typeof next>;

/** Seconds until it is worth asking again; null: nothing changes by itself. */
const askAgain = v.nullable(v.number());

export const customerCalls = {
  site: orderSiteCall,
  track: trackOrderCall,
  downloadHistory: call({
    method: 'POST',
    path: '/front/get-download-history',
    needs: 'customer',
    writes: 'nothing',
    summary:
      'Where the order is and what happens next; once it is ready its newest document, and its newest 100 downloads',
    input: v.strictObject({ orderId }),
    data: v.array(download),
    beside: {
      /** How many downloads there are; `data` has the newest 100. */
      downloadTotal: v.number(),
      mainResult: v.object({
        order_id: v.string(),
        full_name: v.string(),
        stage: v.picklist(customerStages),
        next,
        /** What we need, in our words: the question that stands. Null: none does, or nobody wrote what. */
        question: v.nullable(v.string()),
        landing_domain: v.nullable(v.string()),
        created_at: isoTimestamp,
      }),
      /** The newest 50, oldest first. */
      messages: v.array(customerMessage),
      /** What a document may have, in MB (MAX_UPLOAD_MB). */
      uploadLimitMb: v.number(),
      /** Names all this but the downloads: `follow` says when it is another. */
      mark: v.string(),
      askAgain,
      /** Null until it is ready. */
      path: v.nullable(v.object({ file1: v.string(), content_type: v.string(), size: v.number() })),
    },
  }),
  follow: call({
    method: 'POST',
    path: '/front/follow-order',
    needs: 'customer',
    writes: 'nothing',
    summary: 'Whether an order has changed for its customer since an answer with this mark',
    input: v.strictObject({ orderId, mark: v.pipe(v.string(), v.maxLength(100)) }),
    data: v.object({ changed: v.boolean(), askAgain }),
  }),
  sendMessage: call({
    method: 'POST',
    path: '/front/send-message',
    needs: 'customer',
    summary: 'Answer what we asked: a text, a document, or both. Once by `Idempotency-Key`',
    refuses: {
      409: 'Nothing is asked of the customer',
      415: 'The file is neither a PDF nor a picture, or cannot be opened',
      422: 'The Idempotency-Key was used for something else; nothing was done',
    },
    files: ['messageFile'],
    input: v.strictObject({ orderId, text: messageText(longestMessage) }),
    data: v.object({ id: v.number() }),
  }),
  downloadDocument: call({
    method: 'POST',
    path: '/front/download-passport-doc-pdf',
    needs: 'customer',
    writes: 'little',
    summary: 'Begin a download: answers the address of the file',
    refuses: {
      404: 'The order has no such document',
      409: 'The document is not ready yet',
      410: 'Its file is missing',
    },
    input: v.strictObject({ orderId, customername: v.literal('customer'), file1: v.pipe(v.string(), v.nonEmpty()) }),
    data: v.object({ address: v.string(), grant: v.string() }),
  }),
};
