import { useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { DraftOwner } from 'shared/desk';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { forgetSentDraft, isAsSent } from './remarkDraft.ts';
import { addRemarkInput, emptyRemark, type RemarkForm, type RemarkFormApi } from './remarkForm.ts';

/** What is on its way: a comment, or a move (with or without one). */
export type PendingRemark = 'comment' | MoveTarget | null;

/**
 * Comment, move, and both in one call: a move takes the comment along when there is a text, else it only moves. The form
 * is emptied when the comment has arrived, never before, and not of what was written since; so is the draft of its
 * `owner`, also when the order was left meanwhile. The details of a refund go with a move to Refunds while Refund is ticked.
 */
export function useRemarkActions(order: OrderDetails, form: RemarkFormApi, owner: DraftOwner) {
  const [pending, setPending] = useState<PendingRemark>(null);
  const { order_id: orderId, version } = order;

  const remark = useOrderAction(orderCalls.addRemark, {
    notDone: ({ updatingStatus }) =>
      updatingStatus
        ? `Your move to ${orderStatus[updatingStatus].label} and your comment were not made`
        : 'Your comment was not added',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    onDone: (_, sent) => {
      const written = { ...emptyRemark, ...form.getValues() };
      // Details that did not go with it stay, for the move that takes them.
      if (isAsSent(written, sent)) form.reset({ ...emptyRemark, ...(!sent.refund && { refund: written.refund }) });
      forgetSentDraft(owner, sent);
    },
    onFailed: form.refuse,
  });
  const moveOnly = useOrderAction(orderCalls.move, {
    notDone: ({ updatingStatus }) => `Your move to ${orderStatus[updatingStatus].label} was not made`,
    moves: () => true,
    onDone: (_, sent) => {
      if (sent.refund) form.setValue('refund', {});
    },
    onFailed: form.refuse,
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
    const isRefund = target === 'Refunds' && written.statusRefund;
    const about = { orderId, updatingStatus: target, version, ...(isRefund && { refund: written.refund }) };
    form.clearErrors('refund');
    if (written.remark.trim() === '') return doing(target, () => moveOnly.run(about));
    if (!(await form.trigger('remark', { shouldFocus: true }))) return undefined;
    return doing(target, () => remark.run(addRemarkInput(written, about)));
  };

  return { comment, move, pending };
}
