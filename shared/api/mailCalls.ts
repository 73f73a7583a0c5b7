/** Mail that waits before it goes: rules 12.11. */
import * as v from 'valibot';
import { call } from './call.ts';
import { wholeNumber } from './fields.ts';

const mailId = wholeNumber(1, 2_147_483_647, 'There is no such mail');

export const mailCalls = {
  cancel: call({
    method: 'POST',
    path: '/admin/cancel-mail',
    needs: 'order.mail',
    summary: 'Take back a mail that waits, and withdraw the document that was sent with it',
    refuses: { 404: 'There is no such mail', 409: 'The mail does not wait: it is on its way, gone or taken back' },
    input: v.strictObject({ mailId }),
    data: v.object({ mailId: v.number(), orderId: v.string() }),
  }),
  sendNow: call({
    method: 'POST',
    path: '/admin/send-mail-now',
    needs: 'order.mail',
    summary: 'Send a mail that waits at once',
    refuses: { 404: 'There is no such mail', 409: 'The mail does not wait: it is on its way, gone or taken back' },
    input: v.strictObject({ mailId }),
    data: v.null(),
  }),
};
