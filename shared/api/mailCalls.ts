/** Queued mail: rule 12.11. */
import * as v from 'valibot';
import { call } from './call.ts';
import { wholeNumber } from './fields/fields.ts';

const mailId = wholeNumber(1, 2_147_483_647, 'There is no such email');

const refuses = {
  404: 'There is no such email',
  409: 'The email is no longer queued: it is being sent, or was sent or cancelled',
};

export const mailCalls = {
  cancel: call({
    method: 'POST',
    path: '/admin/cancel-mail',
    needs: 'order.mail',
    summary: 'Cancel a queued email and withdraw its document or reply',
    refuses,
    input: v.strictObject({ mailId }),
    data: v.object({ mailId: v.number(), orderId: v.string() }),
  }),
  sendNow: call({
    method: 'POST',
    path: '/admin/send-mail-now',
    needs: 'order.mail',
    summary: 'Send a queued email now',
    refuses,
    input: v.strictObject({ mailId }),
    data: v.null(),
  }),
};
