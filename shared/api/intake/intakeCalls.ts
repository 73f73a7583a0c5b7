/** Incoming orders and payments: rules 17.1, 17.11. */
import * as v from 'valibot';
import { call } from '../call.ts';
import { orderDocumentation } from './intakeOrder.ts';
import { paymentDocumentation } from './intakePayment.ts';

export const maxIntakeItems = 500;

/** Accepts invalid items too: the API checks each one separately, so that a bad item does not block the others. */
const itemList = (one: v.GenericSchema, what: string) =>
  v.pipe(
    v.array(
      v.fallback(one, (result?: { value: unknown }) => result?.value),
      `Send a list of ${what}`,
    ),
    v.minLength(1, `The list of ${what} must not be empty`),
    v.maxLength(maxIntakeItems, `At most ${maxIntakeItems} ${what} at once`),
  );

export const intakeResult = v.object({
  accepted: v.array(v.string()),
  /** Orders that were already known or, for payments, already paid. They were not changed. */
  repeated: v.array(v.string()),
  /** `index` counts from 0; `errors` maps fields to texts. */
  rejected: v.array(
    v.object({ index: v.number(), order_id: v.nullable(v.string()), errors: v.record(v.string(), v.string()) }),
  ),
});
export type IntakeResult = v.InferOutput<typeof intakeResult>;

/** Bytes, enough for 500 orders with every field. */
const bodyLimit = 32 * 1_048_576;

export const intakeCalls = {
  takeInOrders: call({
    method: 'POST',
    path: '/intake/orders',
    needs: 'intake',
    summary: 'Import new orders; known orders are not changed',
    input: v.strictObject({ orders: itemList(orderDocumentation, 'orders') }),
    data: intakeResult,
    bodyLimit,
  }),
  takeInPayments: call({
    method: 'POST',
    path: '/intake/payments',
    needs: 'intake',
    summary: 'Mark orders as paid; pending ones move to New or Priority',
    input: v.strictObject({ payments: itemList(paymentDocumentation, 'payments') }),
    data: intakeResult,
    bodyLimit,
  }),
};
