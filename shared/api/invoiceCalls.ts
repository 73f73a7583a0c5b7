/** Invoices: rules 15.9 to 15.17. */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, mailLimit, mailServiceProvider, noOrder, queuedMail, requiredText } from './fields/fields.ts';

export const invoiceCalls = {
  send: call({
    method: 'POST',
    path: '/admin/send-invoice',
    needs: 'invoice.send',
    summary: 'Email a paid order’s invoice to the customer; resending keeps the number',
    refuses: {
      ...mailLimit,
      ...noOrder,
      409: 'The order is deleted, unpaid, refunded or disputed, or has no amount',
    },
    input: v.strictObject({
      /** People type the order id, so each mistake has its own text. */
      orderId: v.config(
        v.pipe(
          requiredText('Please enter your order id.'),
          v.minLength(6, 'Order Id must be at least 6 characters.'),
          v.regex(/^\d{6,18}$/, 'An order ID is 6 to 18 digits.'),
        ),
        { abortPipeEarly: true },
      ),
      /** Defaults to the order's address. */
      email: v.optional(emailField('Please enter your email', 'Please enter your email')),
      /** Defaults to the provider of refund mails (rule 12.5). */
      mailServiceProvider: v.optional(mailServiceProvider),
    }),
    data: v.object({
      number: v.number(),
      customer: v.string(),
      recipient: v.string(),
      ...queuedMail,
    }),
  }),
};
