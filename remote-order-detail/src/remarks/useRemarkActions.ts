import { useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { addRemarkInput, emptyRemark, type RemarkForm, type RemarkFormApi } from './remarkForm.ts';

/** What is on its way: a comment, or a move (with or without one). */
export type PendingRemark = 'comment' | MoveTarget | null;

/**
 * Comment, move, and both in one call: a move takes the comment along when there is a text, else it only moves. The form
 * is emptied when the comment has arrived, and never before.
 */
export function useRemarkActions(order: OrderDetails, form: RemarkFormApi) {
  const [pending, setPending] = useState<PendingRemark>(null);
  const { order_id: orderId, version } = order;

  const remark = useOrderAction(orderCalls.addRemark, {
    notDone: ({ updatingStatus }) =>
      updatingStatus
        ? `Your move to ${orderStatus[updatingStatus].label} and your comment were not made`
        : 'Your comment was not added',
    onDone: () => form.reset(emptyRemark),
    onFailed: form.refuse,
  });
  const moveOnly = useOrderAction(orderCalls.move, {
    notDone: ({ updatingStatus }) => `Your move to ${orderStatus[updatingStatus].label} was not made`,
  });

  const doing = async (what: PendingRemark, run: () => Promise<unknown>) => {
    if (pending !== null) return;
    setPending(what);
    try {
      await run();
    } finally {
      setPending(null);
    }
  };

  const comment = (written: RemarkForm) =>
    doing('comment', () => remark.run(addRemarkInput(written, { orderId, version })));

  const move = async (target: MoveTarget) => {
    const written = { ...emptyRemark, ...form.getValues() };
    if (written.remark.trim() === '') {
      return doing(target, () => moveOnly.run({ orderId, updatingStatus: target, version }));
    }
    if (!(await form.trigger('remark', { shouldFocus: true }))) return undefined;
    return doing(target, () => remark.run(addRemarkInput(written, { orderId, updatingStatus: target, version })));
  };

  return { comment, move, pending };
}
