import type { MailServiceProvider } from 'shared/api/fields';
import { orderStatus } from 'shared/rules/orderStatus';
import type { Database } from '../db/connect.ts';
import type { Member } from '../http/session.ts';
import { queueMail } from '../mail/queueMail.ts';
import { changeOrders, type Decision } from './changeOrders.ts';
import type { LockedOrder } from './orderQueries.ts';

/** "Refunded it": completes the refund and mails the customer. A second click changes nothing and sends nothing. */
export function completeRefund(db: Database, orderIds: string[], member: Member, provider: MailServiceProvider) {
  return changeOrders(db, {
    orderIds,
    member,
    decide: decideRefund,
    alongWith: async (tx, refunded) => {
      for (const { orderId, contactEmailAddress, email } of refunded) {
        const recipient = contactEmailAddress ?? email;
        await queueMail(tx, { orderId, kind: 'refund', recipient, provider, askedBy: member.id });
      }
    },
    texts: { one: 'Order has been refunded successfully', several: (n) => `${n} refunded` },
  });
}

function decideRefund({ status }: LockedOrder): Decision {
  if (status === 'Completed Refunds') return 'alreadySo';
  if (!orderStatus[status].leaves?.refund) {
    const { label } = orderStatus[status];
    return {
      failure: {
        httpStatus: 409,
        message: `A ${label} order cannot be refunded`,
        several: (n) => `${n} not in Refunds`,
      },
    };
  }
  const set = { processStatus: 'Completed Refunds' as const, refundDate: new Date().toISOString().slice(0, 10) };
  return { change: { kind: 'refund', set, field: 'process_status', from: status, to: 'Completed Refunds' } };
}
