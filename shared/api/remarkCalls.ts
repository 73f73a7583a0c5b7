/** An order's timeline, and snippets for remarks (rules 9.23 to 9.25). */
import * as v from 'valibot';
import { call, noInput } from './call.ts';
import { isoTimestamp, orderId, requiredText, wholeNumber } from './fields/fields.ts';
import { mailEventTypes } from './orderDetails.ts';

export const historyKinds = [
  ...(['assign', 'release', 'move', 'delete', 'restore', 'refund'] as const),
  ...(['remark', 'upload', 'mail', 'undo', 'promote', 'payment', 'details', 'withdraw'] as const),
  ...(['ask', 'reply', 'customer', 'settle'] as const),
] as const;

export const timelineKinds = [
  'received',
  ...historyKinds,
  'queued',
  'sent',
  'failed',
  'unknown',
  ...mailEventTypes,
  'download',
  'pack',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineEntry = v.object({
  at: isoTimestamp,
  /** Null if the product, the customer or a provider caused the event. */
  by: v.nullable(v.string()),
  kind: v.picklist(timelineKinds),
  /** A status or a name, as in the history; for a pack, its SHA-256 and type. */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

export const remarkSnippet = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  /** Whether the snippet is the member's own; false: the team's. */
  own: v.boolean(),
});
export type RemarkSnippet = v.InferOutput<typeof remarkSnippet>;

const id = wholeNumber(1, 2_147_483_647, 'There is no such snippet');
const gone = { 403: 'The role may not change the team’s snippets', 404: 'There is no such snippet' };

export const snippetInput = v.strictObject({
  /** If missing, a new snippet is created. */
  id: v.optional(id),
  title: v.pipe(requiredText('Please enter a title.'), v.maxLength(60, 'A title can have at most 60 characters.')),
  text: v.pipe(
    requiredText('Please enter the text.'),
    v.maxLength(2_000, 'A snippet can have at most 2,000 characters.'),
  ),
  /** 'Y': the team's. Cannot be changed later. */
  team: v.optional(v.picklist(['Y', '']), ''),
});

export const remarkCalls = {
  timeline: call({
    method: 'GET',
    path: '/admin/order-timeline/:orderId',
    needs: 'order.read',
    summary: 'The events of an order, newest first',
    refuses: { 404: 'There is no such order' },
    input: v.object({ orderId }),
    data: v.array(timelineEntry),
    /** Whether there are more than the newest 200. */
    extras: { more: v.boolean() },
  }),
  snippets: call({
    method: 'GET',
    path: '/admin/remark-snippets',
    needs: 'order.remark',
    summary: 'Your snippets and the team’s, by title',
    input: noInput,
    data: v.array(remarkSnippet),
  }),
  saveSnippet: call({
    method: 'POST',
    path: '/admin/save-remark-snippet',
    needs: 'order.remark',
    summary: 'Create or change a snippet',
    refuses: { ...gone, 409: 'The maximum number of snippets is reached' },
    input: snippetInput,
    data: remarkSnippet,
  }),
  deleteSnippet: call({
    method: 'DELETE',
    path: '/admin/remark-snippets/:id',
    needs: 'order.remark',
    summary: 'Delete a snippet',
    refuses: gone,
    input: v.object({ id }),
    data: v.null(),
  }),
};
