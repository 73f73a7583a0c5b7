/** An order's timeline (rule 9.23). In a separate file, because the order's page loads it later. */
import * as v from 'valibot';
import { call } from './call.ts';
import { isoTimestamp, noOrder, orderId } from './fields/fields.ts';
import type { mailEventTypes } from './orderDetails.ts';

export const historyKinds = [
  ...(['assign', 'release', 'move', 'delete', 'restore', 'refund'] as const),
  ...(['remark', 'upload', 'mail', 'undo', 'promote', 'payment', 'details', 'withdraw'] as const),
  ...(['ask', 'reply', 'customer', 'settle', 'withdrawReply', 'withdrawQuestion'] as const),
] as const;

export type TimelineKind =
  | (typeof historyKinds)[number]
  | (typeof mailEventTypes)[number]
  | ('received' | 'queued' | 'sent' | 'failed' | 'unknown' | 'download' | 'pack');

export const timelineEntry = v.object({
  at: isoTimestamp,
  /** Null if the product, the customer or a provider caused the event. */
  by: v.nullable(v.string()),
  /** A `TimelineKind`, or a kind that only a newer API knows. */
  kind: v.string(),
  /**
   * `from` and `to` are statuses or names, as in the history. Exceptions: for a mail, reason and recipient; for a
   * download, site and browser; for a pack, SHA-256 and type.
   */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

export const timelineCalls = {
  timeline: call({
    method: 'GET',
    path: '/admin/order-timeline/:orderId',
    needs: 'order.read',
    summary: 'The events of an order, newest first',
    refuses: noOrder,
    input: v.object({ orderId }),
    data: v.array(timelineEntry),
    /** Whether the order has more events than the newest 200 in `data`. */
    extras: { more: v.boolean() },
  }),
};
