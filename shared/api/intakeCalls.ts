/** How orders and their payments come in: rules 17.1, 17.11. */
import * as v from 'valibot';
import { call } from './call.ts';
import { orderDocumentation } from './intakeOrder.ts';
import { paymentDocumentation } from './intakePayment.ts';

export const mostAtOnce = 500;

/** 1 to 500 of them. Whatever each holds is judged one by one, so that one bad order keeps no other out. */
const several = (one: v.GenericSchema, what: string) =>
  v.pipe(
    v.array(
      v.fallback(one, (given?: { value: unknown }) => given?.value),
      `Send a list of ${what}`,
    ),
    v.minLength(1, `Send at least one of the ${what}`),
    v.maxLength(mostAtOnce, `At most ${mostAtOnce} ${what} at once`),
  );

export const intakeResult = v.object({
  /** Ids of what is in. */
  accepted: v.array(v.string()),
  /** Ids of what was in already; nothing was changed. */
  repeated: v.array(v.string()),
  /** `index` counts from 0; `errors` = field → text. */
  rejected: v.array(
    v.object({ index: v.number(), order_id: v.nullable(v.string()), errors: v.record(v.string(), v.string()) }),
  ),
});
export type IntakeResult = v.InferOutput<typeof intakeResult>;

/** Room for 500 orders that are filled in to the last field. */
const bodyLimit = 32 * 1_048_576;

export const intakeCalls = {
  takeInOrders: call({
    method: 'POST',
    path: '/intake/orders',
    needs: 'intake',
    summary: 'Take in new orders; an order that is known is not changed',
    input: v.strictObject({ orders: several(orderDocumentation, 'orders') }),
    data: intakeResult,
    bodyLimit,
  }),
  takeInPayments: call({
    method: 'POST',
    path: '/intake/payments',
    needs: 'intake',
    summary: 'Mark orders paid; a pending one is released to be worked on',
    input: v.strictObject({ payments: several(paymentDocumentation, 'payments') }),
    data: intakeResult,
    bodyLimit,
  }),
};
