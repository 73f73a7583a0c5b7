/** Defence packs: rules 13.1 to 13.24 and 21.5. */
import * as v from 'valibot';
import { defencePackTypes, packVerdicts, type DefencePackType } from '../rules/defencePacks.ts';
import { call } from './call.ts';
import { isoTimestamp, orderId, requiredText, version, wholeNumber } from './fields.ts';
import { isOneLine, notOneLine } from './visibleText.ts';

const refuses = { 404: 'There is no such order', 409: 'The order is not Completed, Customer Called or ChargeBack' };

const wrongType = 'A defence pack is 1 or 2';
/** 1 or 2; also as text, in a query. */
const defencePackType = v.pipe(
  wholeNumber(1, 2, wrongType),
  v.transform((type) => type as DefencePackType),
);

const oneLineOf = (required: string, most: number, tooLong: string) =>
  v.config(v.pipe(requiredText(required), v.check(isOneLine, notOneLine), v.maxLength(most, tooLong)), {
    abortPipeEarly: true,
  });

/** Of the form `Enter Transaction Details` (rules 13.5). */
export const transactionDetailsInput = v.strictObject({
  transactionId: oneLineOf('Please enter your Transaction Id', 100, 'A Transaction Id has at most 100 characters'),
  merchantName: oneLineOf('Please enter your Merchant Name', 100, 'A Merchant Name has at most 100 characters'),
  orderId,
  version,
});

/** One piece of evidence, as a pack would show it. */
export const evidenceItem = v.object({
  /** 'Document delivered'; where it is missing: 'No delivery of the document recorded'. */
  what: v.string(),
  there: v.boolean(),
  /** Without it the pack is not Ready; what is not needed only helps. */
  needed: v.boolean(),
  /** When, by whom, how many; null: there is no more to say. */
  detail: v.nullable(v.string()),
  /** What to do about it today; null: nothing is missing, or nothing can be done. */
  today: v.nullable(v.string()),
});
export type EvidenceItem = v.InferOutput<typeof evidenceItem>;

export const packReadiness = v.object({
  defencePackType: v.picklist(defencePackTypes),
  verdict: v.picklist(packVerdicts),
  /** The verdict's sentence: '6 of 7 pieces of evidence are there. What is missing is not needed.' */
  why: v.string(),
  evidence: v.array(evidenceItem),
});
export type PackReadiness = v.InferOutput<typeof packReadiness>;

/** When a dispute is to be answered (`disputeDays`). */
const disputeTime = {
  /** When the order came to Charge Back. */
  disputed_at: isoTimestamp,
  respond_by: isoTimestamp,
  /** Whole days that are left; 0 on the last one, below 0 when it is over. */
  days_left: v.number(),
};

/** When a pack was made, and by whom. */
const made = v.object({ at: isoTimestamp, by: v.string() });

/** Where an exhibit stands in its pack. */
export const packExhibit = v.object({
  /** 'A', 'B' … */
  letter: v.string(),
  title: v.string(),
  /** Its first and last page; the same when it has one. */
  from: v.number(),
  to: v.number(),
});
export type PackExhibit = v.InferOutput<typeof packExhibit>;

/** Page 1 of a pack, every text as it stands in the PDF. */
export const packLetter = v.object({
  order_id: v.string(),
  defencePackType: v.picklist(defencePackTypes),
  /** Above the title: 'Dispute response · Defence Pack 1: e-mail and delivery'. */
  kind: v.string(),
  /** One conclusion, from a fixed list. */
  title: v.string(),
  /** 'Merchant', 'Transaction ID' …, in the order in which they stand; four a line. */
  facts: v.array(v.object({ label: v.string(), said: v.string() })),
  /** Five sentences. */
  summary: v.array(v.string()),
  /** 'Timeline with the e-mail history, all times UTC' */
  timelineTitle: v.string(),
  timeline: v.array(
    v.object({
      /** UTC: '02 Oct 2026 03:14:07'. */
      when: v.string(),
      what: v.string(),
      recordedBy: v.string(),
      /** Letter of the exhibit; null: it stands in none. */
      exhibit: v.nullable(v.string()),
    }),
  ),
  /** What the timeline leaves out, and where it stands; null: nothing. */
  folded: v.nullable(v.string()),
  exhibits: v.array(packExhibit),
  foot: v.object({
    /** 'Order 100128 · Defence Pack 1' */
    pack: v.string(),
    /** 'Made 21 Nov 2026 00:24 UTC by Max Manager, from append-only records' */
    made: v.string(),
    /** 'Page 1 of 8' */
    page: v.string(),
    /** 'Last hash of the history: …' */
    hash: v.string(),
  }),
  pages: v.number(),
  /** Bytes of the PDF as it would be made now. */
  size: v.number(),
  /** The last PDF of this pack that was made; null: none. */
  last_made: v.nullable(made),
});
export type PackLetter = v.InferOutput<typeof packLetter>;

export const disputeRow = v.object({
  order_id: v.string(),
  full_name: v.string(),
  /** 'NZD 79.00'; null: not known. */
  amount: v.nullable(v.string()),
  ...disputeTime,
  packs: v.array(
    v.object({
      defencePackType: v.picklist(defencePackTypes),
      verdict: v.picklist(packVerdicts),
      /** What is missing and needed, in words. */
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
    summary: 'Make a defence pack of an order; that it was made is kept in the history',
    refuses,
    input: v.strictObject({ orderId, defencePackType }),
    answers: 'application/pdf',
    data: v.custom<Blob>((data) => Object.prototype.toString.call(data) === '[object Blob]', 'Must be bytes'),
  }),
  packLetter: call({
    method: 'GET',
    path: '/admin/defence-pack-letter/:orderId',
    needs: 'order.evidence',
    summary: 'Page 1 of a defence pack, as its PDF would have it now; nothing is kept',
    refuses,
    input: v.strictObject({ orderId, defencePackType }),
    data: packLetter,
  }),
  packReadiness: call({
    method: 'GET',
    path: '/admin/defence-pack-readiness/:orderId',
    needs: 'order.evidence',
    summary: 'Which evidence each defence pack of an order has, which is missing, and what to do about it today',
    refuses,
    input: v.strictObject({ orderId }),
    data: v.object({
      order_id: v.string(),
      packs: v.array(packReadiness),
      /** Null: the order is not in Charge Back. */
      dispute: v.nullable(v.object(disputeTime)),
    }),
  }),
  transactionDetails: call({
    method: 'POST',
    path: '/admin/defence-pack-details',
    needs: 'order.evidence',
    summary: 'Keep the transaction id and the merchant name of an order',
    refuses: { ...refuses, 409: `${refuses[409]}, or has changed` },
    input: transactionDetailsInput,
    data: v.object({ version: v.number() }),
  }),
  disputes: call({
    method: 'GET',
    path: '/admin/disputes',
    needs: 'order.evidence',
    summary: 'The orders in Charge Back with their readiness, those first that are to be answered soonest',
    input: v.strictObject({
      page: v.optional(wholeNumber(1, 999_999, 'Page must be 1 or more'), 1),
      limit: v.optional(wholeNumber(1, 50, 'Limit must be 1 to 50'), 10),
    }),
    data: v.array(disputeRow),
    beside: { total: v.number() },
  }),
};
