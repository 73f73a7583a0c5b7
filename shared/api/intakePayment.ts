/** One payment as the payment provider's side sends it: rules 17.11. */
import * as v from 'valibot';
import * as kind from './intakeFields.ts';

const fields: Record<keyof IntakePayment, kind.FieldKind> = {
  order_id: kind.newOrderId,
  paid_at: kind.moment,
  amount: kind.amount,
  currency: kind.currency,
  transaction_id: kind.text(200),
};

export interface IntakePayment {
  order_id: string;
  paid_at: Date;
  amount: string;
  currency: string;
  transaction_id: string | null;
}

/** A valid payment, or field → text: everything that is wrong with it. */
export type CheckedPayment = { payment: IntakePayment } | { errors: Record<string, string> };

export function checkPayment(value: unknown, now: Date): CheckedPayment {
  const given = kind.asObject(value);
  if (!given) return { errors: { payment: 'Must be an object' } };
  const errors: Record<string, string> = {};
  const payment: Record<string, unknown> = { transaction_id: null };
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) errors[name.slice(0, 64)] = 'There is no such field';
  }
  for (const [name, field] of Object.entries(fields)) {
    const one = typeof given[name] === 'string' ? given[name].trim() : given[name];
    if (kind.isBlank(one)) {
      if (name !== 'transaction_id') errors[name] = kind.required.text;
      continue;
    }
    const read = field.read(one);
    if (read instanceof kind.Wrong) errors[name] = read.text;
    else payment[name] = read;
  }
  const fault = payment.paid_at instanceof Date && kind.momentFault(payment.paid_at, now);
  if (fault) errors.paid_at = fault;
  return Object.keys(errors).length ? { errors } : { payment: payment as unknown as IntakePayment };
}

/** For the contract: every field and what it may hold. It lets all pass; `checkPayment` judges each by itself. */
export const paymentDocumentation = v.looseObject(
  Object.fromEntries(
    Object.entries(fields).map(([name, { says }]) => [name, v.optional(v.pipe(v.unknown(), v.description(says)))]),
  ),
);
