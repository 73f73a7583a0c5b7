import type { MailServiceProvider } from 'shared/api/fields';
import { count } from 'shared/format/count';
import { orderStatus } from 'shared/rules/orderStatus';
import type { Actor } from '../../http/member.ts';
import { queueMails } from '../../mail/queueMail.ts';
import type { LockedOrder } from '../changes/changeQueries.ts';
import type { BulkPlan, Decision } from './plan.ts';

/**
 * "Refunded it": completes the refund and mails the customer. A second click changes nothing and sends nothing. Its mail
 * is out, so there is no Undo.
 */
export function refundPlan(member: Actor, provider: MailServiceProvider): BulkPlan {
  return {
    undoable: false,
    decide: decideRefund,
    alongWith: async (tx, refunded, asked) => {
      const requests = refunded.map(({ orderId, contactEmailAddress, email }) => {
        const recipient = contactEmailAddress ?? email;
        return { orderId, kind: 'refund' as const, recipient, provider, askedBy: member.id };
      });
      await queueMails(tx, requests, asked);
    },
    texts: {
      one: 'Order has been refunded successfully',
      several: (n) => `${count(n)} refunded`,
      already: 'Order was already refunded',
    },
  };
}

function decideRefund({ status }: LockedOrder): Decision {
  if (status === 'Completed Refunds') return 'alreadySo';
  if (!orderStatus[status].leaves?.refund) {
    const { label } = orderStatus[status];
    return {
      failure: {
        httpStatus: 409,
        message: `A ${label} order cannot be refunded`,
        several: (n) => `${count(n)} not in Refunds`,
      },
    };
  }
  const set = { processStatus: 'Completed Refunds' as const, refundDate: new Date().toISOString().slice(0, 10) };
  return { change: { kind: 'refund', set, field: 'process_status', from: status, to: 'Completed Refunds' } };
}
