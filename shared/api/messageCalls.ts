/** What staff do about the messages between them and a customer: rules 9.26 to 9.29, 21.5. */
import * as v from 'valibot';
import { askingStatuses } from '../rules/orderStatus.ts';
import { call } from './call.ts';
import { orderId, version } from './fields.ts';
import { messageText } from './messageText.ts';

/** So many characters a question to a customer may have. */
export const longestQuestion = 1_000;

const noOrder = { 404: 'There is no such order' };

export const messageCalls = {
  askCustomer: call({
    method: 'POST',
    path: '/admin/ask-customer',
    needs: 'order.remark',
    summary:
      'Write the customer what we need, and move the order with it if asked; the customer reads it on their page',
    refuses: { ...noOrder, 409: 'The order has changed, cannot be moved there, or does not wait for its customer' },
    input: v.strictObject({
      orderId,
      question: v.pipe(messageText(longestQuestion), v.nonEmpty('Please write what we need.')),
      /** Needed unless the order is at one of these already. */
      updatingStatus: v.optional(v.picklist(askingStatuses, 'Only a waiting order asks its customer')),
      version,
    }),
    /** `actionId` names the move that went with it, for Undo; null when nothing was moved. */
    data: v.object({ id: v.number(), version: v.number(), actionId: v.nullable(v.string()) }),
  }),
  settleMessages: call({
    method: 'POST',
    path: '/admin/settle-customer-messages',
    needs: 'order.remark',
    summary: 'The customer’s messages are dealt with: takes the mark off the order',
    refuses: { ...noOrder, 409: 'The order has changed' },
    input: v.strictObject({ orderId, version }),
    data: v.object({ version: v.number() }),
  }),
};
