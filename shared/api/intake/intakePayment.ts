/** One payment from the payment provider: rule 17.11. */
import * as v from 'valibot';
import * as kind from './intakeFieldTypes.ts';

const payment = v.object(
  {
    order_id: kind.newOrderId,
    paid_at: kind.timestamp,
    amount: kind.amount,
    currency: kind.currency,
    transaction_id: kind.nullish(kind.text(200)),
  },
  'Required',
);
export type IntakePayment = v.InferOutput<typeof payment>;

export function checkPayment(value: unknown): { payment: IntakePayment } | { errors: kind.FieldErrors } {
  if (!v.is(kind.object, value)) return { errors: { payment: 'Must be an object' } };
  const { success, output, issues } = v.safeParse(payment, kind.answeredFields(value), kind.abortEarly);
  const errors = { ...kind.fieldErrors(issues), ...kind.unknownFields(value, payment.entries) };
  return success && Object.keys(errors).length === 0 ? { payment: output } : { errors };
}

export const paymentDocumentation = kind.documentationSchema(payment.entries);
