/** The customer's calls: rules 16.2, 16.10, 16.11, 16.25, 16.29, 21.7. */
import * as v from 'valibot';
import { nextStepNames } from '../rules/nextStep.ts';
import { customerStages } from '../rules/orderStatus.ts';
import { call } from './call.ts';
import { isoDay, isoTimestamp, orderId } from './fields/fields.ts';
import { messageText } from './fields/visibleText.ts';
import { orderSiteCall, trackOrderCall } from './trackOrderCall.ts';

/** The text for an invalid or expired token, another order's token, and a deleted order. */
export const trackingExpired = 'Please track your order again.';

export const emptyMessageError = 'Write an answer or choose a document.';

/** Characters. */
export const maxMessageLength = 2_000;

const download = v.object({
  order_id: v.string(),
  create_ts: isoTimestamp,
  ip: v.string(),
  /** Browser, device and device type, separated by dashes. */
  browser: v.string(),
  os: v.string(),
  timezone: v.nullable(v.string()),
  completed: v.boolean(),
  /** Percentage of the document sent; below 100 until the download is complete. */
  percent: v.number(),
});
export type CustomerDownload = v.InferOutput<typeof download>;

const customerMessage = v.object({
  id: v.number(),
  from: v.picklist(['us', 'you']),
  /** Set for staff's messages, null for the customer's. A reply needs no answer. */
  kind: v.nullable(v.picklist(['question', 'reply'])),
  at: isoTimestamp,
  /** When staff handled the customer's message; null until then, and for staff's messages. */
  seen_at: v.nullable(isoTimestamp),
  /** Empty if the message is only a document. */
  text: v.string(),
  file: v.nullable(v.object({ name: v.string(), content_type: v.string(), size: v.number() })),
});
export type CustomerMessage = v.InferOutput<typeof customerMessage>;

const next = v.object({
  step: v.picklist(nextStepNames),
  /** The day in the step's text; null if the text has none. */
  on: v.nullable(isoDay),
  /** When 90% of similar orders would be ready, rounded up to a full hour (rule 16.23). Not a promise. */
  usually_by: v.nullable(isoTimestamp),
  late: v.boolean(),
});
export type CustomerNext = v.InferOutput<typeof next>;

/** Seconds until the page's next check; later intervals grow (rule 16.41). Null if the page stops checking. */
const askAgain = v.nullable(v.number());

export const customerCalls = {
  site: orderSiteCall,
  track: trackOrderCall,
  downloadHistory: call({
    method: 'POST',
    path: '/front/get-download-history',
    needs: 'customer',
    writes: 'nothing',
    summary: 'The order’s progress and next step; once it is ready, its document and newest 100 downloads',
    input: v.strictObject({ orderId }),
    data: v.array(download),
    extras: {
      /** The number of all downloads. `data` has only the newest 100. */
      downloadTotal: v.number(),
      mainResult: v.object({
        order_id: v.string(),
        full_name: v.string(),
        stage: v.picklist(customerStages),
        next,
        /** The open question; null if there is none. */
        question: v.nullable(v.string()),
        landing_domain: v.nullable(v.string()),
        /** When our newest mail about a message was sent; null if none was sent. */
        mailed_at: v.nullable(isoTimestamp),
        created_at: isoTimestamp,
      }),
      /** The newest 50, oldest first. */
      messages: v.array(customerMessage),
      uploadLimitMb: v.number(),
      mark: v.string(),
      askAgain,
      /** Null unless the order is ready. */
      path: v.nullable(v.object({ file1: v.string(), content_type: v.string(), size: v.number() })),
    },
  }),
  follow: call({
    method: 'POST',
    path: '/front/follow-order',
    needs: 'customer',
    writes: 'nothing',
    summary: 'Check whether the customer’s view has changed since the given mark',
    input: v.strictObject({ orderId, mark: v.pipe(v.string(), v.maxLength(100)) }),
    data: v.object({ changed: v.boolean(), askAgain }),
  }),
  sendMessage: call({
    method: 'POST',
    path: '/front/send-message',
    needs: 'customer',
    summary: 'Send an answer: text, a document, or both. Idempotent with an `Idempotency-Key`',
    refuses: {
      409: 'The customer has not been asked anything',
      415: 'The file is neither a PDF nor an image, or cannot be opened',
      422: 'The Idempotency-Key was used with another request; nothing was done',
    },
    files: ['messageFile'],
    input: v.strictObject({ orderId, text: messageText(maxMessageLength) }),
    data: v.object({ id: v.number() }),
  }),
  downloadDocument: call({
    method: 'POST',
    path: '/front/download-passport-doc-pdf',
    needs: 'customer',
    writes: 'little',
    summary: 'Start a download; returns the URL of the file',
    refuses: {
      404: 'The order has no such document',
      409: 'The document is not ready yet',
      410: 'The document’s file is missing',
    },
    input: v.strictObject({ orderId, customername: v.literal('customer'), file1: v.pipe(v.string(), v.nonEmpty()) }),
    data: v.object({ address: v.string(), grant: v.string() }),
  }),
};
