/** The optional details of a refund, sent with a move to Refunds: rule 4.18. */
import * as v from 'valibot';
import { storable } from './fields/fields.ts';

const text = v.nullable(v.string());
/** The stored details. `amount` is a decimal number as text, such as 79.00, always with a `currency`. */
export const refundDetails = v.object({ amount: text, currency: text, reason: text, reference: text });
export type RefundDetails = v.InferOutput<typeof refundDetails>;

export const emptyRefundDetails: RefundDetails = { amount: null, currency: null, reason: null, reference: null };

/** A trimmed text, perhaps empty. */
const line = (max: number, tooLong: string) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), storable, v.maxLength(max, tooLong));

const entered = v.strictObject({
  amount: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.regex(/^((0|[1-9]\d{0,9})(\.\d{1,2})?)?$/, 'Enter an amount such as 79.00.'),
  ),
  currency: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.transform((code) => code.toUpperCase()),
    v.regex(/^([A-Z]{3})?$/, 'Enter a currency code such as NZD.'),
  ),
  reason: line(200, 'A reason can have at most 200 characters.'),
  reference: line(100, 'A gateway reference can have at most 100 characters.'),
});
export type RefundFields = v.InferInput<typeof entered>;

/** The details from a form or a call; null if nothing was entered. */
export const refundInput = v.pipe(
  entered,
  v.forward(
    v.partialCheck(
      [['amount'], ['currency']],
      ({ amount, currency }) => (amount === '') === (currency === ''),
      'Enter both an amount and a currency.',
    ),
    ['amount'],
  ),
  v.transform((fields): RefundDetails | null =>
    Object.values(fields).every((field) => field === '')
      ? null
      : {
          amount: fields.amount || null,
          currency: fields.currency || null,
          reason: fields.reason || null,
          reference: fields.reference || null,
        },
  ),
);
