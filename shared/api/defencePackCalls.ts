/** Defence packs: rules 13.1 to 13.24 and 21.5. */
import * as v from 'valibot';
import { defencePackTypes, packVerdicts, type DefencePackType } from '../rules/defencePacks.ts';
import { call } from './call.ts';
import { isoTimestamp, noOrder, orderId, requiredText, version, wholeNumber } from './fields/fields.ts';
import { isOneLine, oneLineError } from './fields/visibleText.ts';

const disputable = 'Completed, Customer Called or Charge Back';
const refuses = { ...noOrder, 409: `The order is not ${disputable}` };

const refusesPack = { ...refuses, 422: 'The pack takes too much time or memory to create' };

const wrongType = 'Defence pack must be 1 or 2';
/** The number 1 or 2, which a query sends as text. */
const defencePackType = v.pipe(
  wholeNumber(1, 2, wrongType),
  v.transform((type) => type as DefencePackType),
);

const oneLineOf = (required: string, max: number, tooLong: string) =>
  v.config(v.pipe(requiredText(required), v.check(isOneLine, oneLineError), v.maxLength(max, tooLong)), {
    abortPipeEarly: true,
  });

/** The form `Enter Transaction Details` (rule 13.5). */
export const transactionDetailsInput = v.strictObject({
  transactionId: oneLineOf('Please enter your Transaction Id', 100, 'A Transaction Id can have at most 100 characters'),
  merchantName: oneLineOf('Please enter your Merchant Name', 100, 'A Merchant Name can have at most 100 characters'),
  orderId,
  version,
});

export const evidenceItem = v.object({
  /** 'Document delivered', or 'No delivery of the document recorded'. */
  what: v.string(),
  there: v.boolean(),
  /** Required for the verdict Ready. */
  needed: v.boolean(),
  /** The times, names or numbers in the evidence. */
  detail: v.nullable(v.string()),
  /** How to obtain missing evidence today. */
  today: v.nullable(v.string()),
});
export type EvidenceItem = v.InferOutput<typeof evidenceItem>;

export const packReadiness = v.object({
  defencePackType: v.picklist(defencePackTypes),
  verdict: v.picklist(packVerdicts),
  /** '6 of 7 pieces of evidence are available. The missing evidence is not needed.' */
  why: v.string(),
  evidence: v.array(evidenceItem),
});
export type PackReadiness = v.InferOutput<typeof packReadiness>;

/** The deadline of a dispute (`disputeDays`). */
const disputeTime = {
  disputed_at: isoTimestamp,
  respond_by: isoTimestamp,
  /** Whole days left: 0 on the last day, negative afterwards. */
  days_left: v.number(),
};

export const packLetter = v.object({
  order_id: v.string(),
  defencePackType: v.picklist(defencePackTypes),
  /** The line above the title: 'Dispute response · Defence Pack 1: email and delivery'. */
  kind: v.string(),
  title: v.string(),
  /** 'Merchant', 'Transaction ID' and so on, in the order shown, four to a line. */
  facts: v.array(v.object({ label: v.string(), said: v.string() })),
  summary: v.array(v.string()),
  /** 'Timeline with the email history, all times UTC' */
  timelineTitle: v.string(),
  timeline: v.array(
    v.object({
      /** UTC: '02 Oct 2026 03:14:07'. */
      when: v.string(),
      what: v.string(),
      recordedBy: v.string(),
      /** The exhibit's letter. */
      exhibit: v.nullable(v.string()),
    }),
  ),
  /** '12 more events are in the exhibits.'; null if the timeline has every event. */
  folded: v.nullable(v.string()),
  /** `from` and `to` are pages. */
  exhibits: v.array(v.object({ letter: v.string(), title: v.string(), from: v.number(), to: v.number() })),
  foot: v.object({
    pack: v.string(),
    /** 'Made 21 Nov 2026 00:24 UTC by Max Manager, from append-only records' */
    made: v.string(),
    page: v.string(),
    hash: v.string(),
  }),
  pages: v.number(),
  size: v.number(),
  last_made: v.nullable(v.object({ at: isoTimestamp, by: v.string() })),
});
export type PackLetter = v.InferOutput<typeof packLetter>;

export const disputeRow = v.object({
  order_id: v.string(),
  full_name: v.string(),
  /** 'NZD 79.00'. */
  amount: v.nullable(v.string()),
  ...disputeTime,
  packs: v.array(
    v.object({
      defencePackType: v.picklist(defencePackTypes),
      verdict: v.picklist(packVerdicts),
      missing: v.array(v.string()),
    }),
  ),
});
export type DisputeRow = v.InferOutput<typeof disputeRow>;

export const defencePackCalls = {
  packPdf: call({
    method: 'POST',
    path: '/admin/get-defence-pack-pdf',
    needs: 'order.evidence',
    summary: 'Create a defence pack; the history records it',
    refuses: refusesPack,
    input: v.strictObject({ orderId, defencePackType }),
    answers: 'application/pdf',
    data: v.custom<Blob>((data) => Object.prototype.toString.call(data) === '[object Blob]', 'Must be bytes'),
  }),
  packLetter: call({
    method: 'GET',
    path: '/admin/defence-pack-letter/:orderId',
    needs: 'order.evidence',
    summary: 'Preview of page 1 of a defence pack; nothing is stored',
    refuses: refusesPack,
    input: v.strictObject({ orderId, defencePackType }),
    data: packLetter,
  }),
  packReadiness: call({
    method: 'GET',
    path: '/admin/defence-pack-readiness/:orderId',
    needs: 'order.evidence',
    summary: 'The evidence in each defence pack, what is missing, and what to do about it today',
    refuses: noOrder,
    input: v.strictObject({ orderId }),
    data: v.object({
      order_id: v.string(),
      /** Empty if the order’s status has no packs. */
      packs: v.array(packReadiness),
      /** Null if the order is not in Charge Back. */
      dispute: v.nullable(v.object(disputeTime)),
    }),
  }),
  transactionDetails: call({
    method: 'POST',
    path: '/admin/defence-pack-details',
    needs: 'order.evidence',
    summary: 'Save an order’s transaction id and merchant name',
    refuses: { ...refuses, 409: `The order has changed, or is not ${disputable}` },
    input: transactionDetailsInput,
    data: v.object({ version: v.number() }),
  }),
  disputes: call({
    method: 'GET',
    path: '/admin/disputes',
    needs: 'order.evidence',
    summary: 'The orders in Charge Back with their readiness, most urgent first',
    input: v.strictObject({
      page: v.optional(wholeNumber(1, 999_999, 'Page must be 1 or more'), 1),
      limit: v.optional(wholeNumber(1, 50, 'Limit must be 1 to 50'), 10),
    }),
    data: v.array(disputeRow),
    extras: { total: v.number() },
  }),
};
