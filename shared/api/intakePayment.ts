/** One payment as the payment provider's side sends it: rules 17.11. */
import * as v from 'valibot';
import * as kind from './intakeFields.ts';

const payment = v.object(
  {
    order_id: kind.newOrderId,
    paid_at: kind.moment,
    amount: kind.amount,
    currency: kind.currency,
    transaction_id: kind.orNull(kind.text(200)),
  },
  'Required',
);
export type IntakePayment = v.InferOutput<typeof payment>;

/** Reads one payment: all of it, or field → text for everything that is wrong with it. */
export function checkPayment(value: unknown): { payment: IntakePayment } | { errors: kind.FieldErrors } {
  if (!v.is(kind.object, value)) return { errors: { payment: 'Must be an object' } };
  const { success, output, issues } = v.safeParse(payment, kind.answered(value), kind.lengthFirst);
  const errors = { ...kind.errorsOf(issues), ...kind.unknownFields(value, payment.entries) };
  return success && Object.keys(errors).length === 0 ? { payment: output } : { errors };
}

export const paymentDocumentation = kind.documentationOf(payment.entries);
