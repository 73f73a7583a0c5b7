/** What stands beside the remarks of an order: its timeline, and texts that are written often (rules 9.23 to 9.25). */
import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { isoTimestamp, orderId, requiredText, wholeNumber } from './fields.ts';
import { mailEventTypes } from './orderDetails.ts';

/** What is done to an order, as its history keeps it. */
export const historyKinds = [
  ...(['assign', 'release', 'move', 'delete', 'restore', 'refund'] as const),
  ...(['remark', 'upload', 'mail', 'undo', 'promote', 'payment', 'details', 'withdraw'] as const),
  ...(['ask', 'customer', 'settle'] as const),
] as const;

/** The kinds of entries in the timeline of an order: its history, then its mail, its downloads and its packs. */
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
  /** The member's name; null: the product, the customer or a provider. */
  by: v.nullable(v.string()),
  kind: v.picklist(timelineKinds),
  /** A status, a name: as the history has them. Of a pack: its SHA-256, and which it is. */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

export const remarkSnippet = v.object({
  id: v.number(),
  title: v.string(),
  /** With `{first_name}` and the like, which `fillSnippet` fills in. */
  text: v.string(),
  /** One's own; the others are the team's. */
  own: v.boolean(),
});
export type RemarkSnippet = v.InferOutput<typeof remarkSnippet>;

const id = wholeNumber(1, 2_147_483_647, 'There is no such snippet');
const gone = { 403: 'The role may not change the team’s snippets', 404: 'There is no such snippet' };

export const snippetInput = v.strictObject({
  /** Without it a new one is made. */
  id: v.optional(id),
  title: v.pipe(requiredText('Please enter a title.'), v.maxLength(60, 'A title has at most 60 characters.')),
  text: v.pipe(requiredText('Please enter the text.'), v.maxLength(2_000, 'A snippet has at most 2,000 characters.')),
  /** 'Y': the team's. What it was at first, it stays. */
  team: v.optional(v.picklist(['Y', '']), ''),
});

export const remarkCalls = {
  timeline: call({
    method: 'GET',
    path: '/admin/order-timeline/:orderId',
    needs: 'order.read',
    summary:
      'What happened to an order, newest first: its history, mail, documents, downloads, comments and defence packs',
    refuses: { 404: 'There is no such order' },
    input: v.object({ orderId }),
    data: v.array(timelineEntry),
    /** There is more than the newest 200. */
    beside: { more: v.boolean() },
  }),
  snippets: call({
    method: 'GET',
    path: '/admin/remark-snippets',
    needs: 'order.remark',
    summary: 'One’s own snippets and the team’s, by title',
    input: nothing,
    data: v.array(remarkSnippet),
  }),
  saveSnippet: call({
    method: 'POST',
    path: '/admin/save-remark-snippet',
    needs: 'order.remark',
    summary: 'Make a snippet, or change one',
    refuses: { ...gone, 409: 'There are as many snippets as can be kept' },
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
