/** `data` of the 409 for a stale version (rule 8.18). */
import * as v from 'valibot';
import { isoTimestamp } from './fields/fields.ts';

export const orderChange = v.object({
  at: isoTimestamp,
  /** Null for an automatic change. */
  by: v.nullable(v.string()),
  field: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type OrderChange = v.InferOutput<typeof orderChange>;

export const staleOrder = v.object({
  version: v.number(),
  changes: v.array(orderChange),
});
export type StaleOrder = v.InferOutput<typeof staleOrder>;
