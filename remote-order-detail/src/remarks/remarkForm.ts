import { useState } from 'react';
import type { CallInput } from 'shared/api/call';
import { orderCalls, type remarkInput } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type CallForm, type DraftKey, forgetDraft, readDraft, useSession } from 'shared/desk';
import { type MoveTarget, orderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { useOrderAction } from '../order-detail/useOrderAction.ts';

/** The five ticks of a remark, in their order, with the names that the call and the entries of the history give them. */
export const remarkFlags = [
  { input: 'whatsapp', entry: 'whatsapp', label: 'Whatsapp' },
  { input: 'telephone', entry: 'telephone', label: 'Telephone' },
  { input: 'statusRefund', entry: 'status_refund', label: 'Refund' },
  { input: 'voided', entry: 'voided', label: 'Voided' },
  { input: 'chargeBack', entry: 'chargeback', label: 'Chargeback' },
] as const;

const ticked = v.optional(v.boolean(), false);
const typed = v.optional(v.string());

/** The flags of the call as a person sets them, and the details of a refund as they are typed: the API judges them. */
export const remarkOwn = {
  whatsapp: ticked,
  telephone: ticked,
  statusRefund: ticked,
  voided: ticked,
  chargeBack: ticked,
  refund: v.optional(v.object({ amount: typed, currency: typed, reference: typed, reason: typed }), {}),
};
const draftOfRemark = v.object({ remark: v.string(), ...remarkOwn });
type RemarkForm = v.InferOutput<typeof draftOfRemark>;
type AddRemark = CallInput<typeof orderCalls.addRemark>;
export type RemarkFormApi = CallForm<Pick<typeof remarkInput.entries, 'remark'> & typeof remarkOwn>;

export const emptyRemark: RemarkForm = v.parse(draftOfRemark, { remark: '' });

/** Details of a refund alone are none: they do not show while Refund is not ticked. */
export const isEmptyRemark = ({ remark, ...form }: RemarkForm) =>
  remark.trim() === '' && remarkFlags.every(({ input }) => !form[input]);

/** The remark that the form begins with: the draft, if there is one. */
export const draftedRemark = (key: DraftKey): RemarkForm => readDraft(key, draftOfRemark) ?? emptyRemark;

/** Deletes a draft that was sent as it stands. What was written since then, here or in another tab, stays. */
export function forgetSentRemark(key: DraftKey, sent: AddRemark) {
  if (isAsSent(draftedRemark(key), sent)) forgetDraft(key);
}

/** The form as the call takes it. */
export function addRemarkInput(
  form: RemarkForm,
  about: Pick<AddRemark, 'orderId' | 'updatingStatus' | 'version' | 'refund'>,
): AddRemark {
  const flags = Object.fromEntries(remarkFlags.map(({ input }) => [input, form[input] ? 'Y' : '']));
  return { ...about, remark: form.remark, remarkerName: useSession.getState().user?.name, ...flags };
}

/** Whether nothing was written since this was sent. The call takes the text without the space around it. */
const isAsSent = (written: RemarkForm, sent: AddRemark): boolean =>
  written.remark.trim() === (sent.remark ?? '').trim() &&
  remarkFlags.every(({ input }) => written[input] === (sent[input] === 'Y')) &&
  (!sent.refund || isSameRefund(written.refund, sent.refund));

const isSameRefund = (one: RemarkForm['refund'], other: RemarkForm['refund']) =>
  (['amount', 'currency', 'reference', 'reason'] as const).every((name) => (one[name] ?? '') === (other[name] ?? ''));

/** What is on its way: a comment, or a move (with or without one). */
export type PendingRemark = 'comment' | MoveTarget | null;

/**
 * Comment, move, and both in one call: a move takes the comment along when there is a text, else it only moves. Once the
 * comment has arrived, form and draft are emptied of what was sent, also when the order was left meanwhile. The details of
 * a refund go with a move to Refunds while Refund is ticked.
 */
export function useRemarkActions(order: OrderDetails, form: RemarkFormApi, draft: DraftKey) {
  const [pending, setPending] = useState<PendingRemark>(null);
  const { order_id: orderId, version } = order;
  const written = (): RemarkForm => ({ ...emptyRemark, ...form.getValues() });

  const remark = useOrderAction(orderCalls.addRemark, {
    notDone: ({ updatingStatus }) =>
      updatingStatus
        ? `Your move to ${orderStatus[updatingStatus].label} and your comment were not made`
        : 'Your comment was not added',
    moves: ({ updatingStatus }) => updatingStatus !== undefined,
    onDone: (_, sent) => {
      const { refund } = written();
      // Details that did not go with it stay, for the move that takes them.
      if (isAsSent(written(), sent)) form.reset({ ...emptyRemark, ...(!sent.refund && { refund }) });
      forgetSentRemark(draft, sent);
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

  const comment = (form: RemarkForm) => doing('comment', () => remark.run(addRemarkInput(form, { orderId, version })));

  const move = async (target: MoveTarget) => {
    const now = written();
    const isRefund = target === 'Refunds' && now.statusRefund;
    const about = { orderId, updatingStatus: target, version, ...(isRefund && { refund: now.refund }) };
    form.clearErrors('refund');
    if (now.remark.trim() === '') return doing(target, () => moveOnly.run(about));
    if (!(await form.trigger('remark', { shouldFocus: true }))) return undefined;
    return doing(target, () => remark.run(addRemarkInput(now, about)));
  };

  return { comment, move, pending };
}
