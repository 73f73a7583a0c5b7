/** Invoices: rules 15.9 to 15.17. */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, isoTimestamp, mailLimit, mailServiceProvider, requiredText } from './fields.ts';

export const invoiceCalls = {
  send: call({
    method: 'POST',
    path: '/admin/send-invoice',
    needs: 'invoice.send',
    summary: 'Mail the invoice of a paid order to its customer; the same invoice again each time',
    refuses: {
      ...mailLimit,
      404: 'There is no such order',
      409: 'The order is deleted, not paid, refunded or disputed, or its amount is not known',
    },
    input: v.strictObject({
      /** Typed by people, so each mistake has a text of its own. */
      orderId: v.config(
        v.pipe(
          requiredText('Please enter your order id.'),
          v.minLength(6, 'Order Id must be at least 6 characters.'),
          v.regex(/^\d{6,18}$/, 'An order id has 6 to 18 digits, and nothing else.'),
        ),
        { abortPipeEarly: true },
      ),
      /** Left out: the order's own. */
      email: v.optional(emailField('Please enter your email', 'Please enter your email')),
      /** Left out: as a refund's mail (rules 12.5). */
      mailServiceProvider: v.optional(mailServiceProvider),
    }),
    data: v.object({
      /** Of the invoice. */
      number: v.number(),
      /** Full name of the order's customer. */
      customer: v.string(),
      recipient: v.string(),
      mailId: v.number(),
      /** Until then it can be taken back; null: it goes at once. */
      dueAt: v.nullable(isoTimestamp),
    }),
  }),
};
