/** Why a changing call was refused as stale: the `data` of its 409 (rules 8.18). */
import * as v from 'valibot';
import { isoTimestamp } from './fields.ts';

export const orderChange = v.object({
  at: isoTimestamp,
  /** The member's name; null: it happened by itself. */
  by: v.nullable(v.string()),
  field: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type OrderChange = v.InferOutput<typeof orderChange>;

export const staleOrder = v.object({
  /** The version that the order has now. */
  version: v.number(),
  /** What happened since the caller's version. */
  changes: v.array(orderChange),
});
export type StaleOrder = v.InferOutput<typeof staleOrder>;
