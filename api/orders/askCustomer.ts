import type { ParsedInput } from 'shared/api/call';
import type { messageCalls } from 'shared/api/messageCalls';
import { askingStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import { insertMessage, settleWritten } from './messageQueries.ts';
import { isDeleted } from './plans/decideMove.ts';
import { writeAndMove } from './writeAndMove.ts';

/**
 * Writes the customer what we need and, if asked, moves the order with it: both or neither. Whoever asks anew has dealt
 * with what was answered before.
 */
export async function askCustomer(db: Database, input: ParsedInput<typeof messageCalls.askCustomer>, member: Member) {
  const { orderId, question, updatingStatus } = input;
  return db.transaction(async (tx) => {
    const { data, moved } = await writeAndMove(tx, input, {
      member,
      write: async ({ status }) => {
        refuseNotAsking(updatingStatus ?? status);
        const id = await insertMessage(tx, { orderId, memberId: member.id, text: question });
        await settleWritten(tx, orderId);
        return { id, entry: { kind: 'ask', field: 'customer_message', from: null, to: question } };
      },
    });
    return { message: `The customer reads it on their page.${moved}`, data };
  });
}

function refuseNotAsking(status: OrderStatus) {
  if ((askingStatuses as readonly OrderStatus[]).includes(status)) return;
  if (status === 'Deleted') throw new Refusal(isDeleted.httpStatus, isDeleted.message);
  const where = askingStatuses.map((asking) => orderStatus[asking].label).join(' or ');
  throw new Refusal(409, `A ${orderStatus[status].label} order asks nothing. Move it to ${where} with the question.`);
}
