/** The composer's draft: what of it is kept, and when it has been sent. */
import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import type { DraftOwner } from 'shared/desk';
import { type DraftForm, forgetTyped, readTyped } from '../drafts/draftForm.ts';
import { emptyRemark, isEmptyRemark, remarkFlags, typedRefund, type RemarkForm } from './remarkForm.ts';

const ticked = v.boolean();

export const remarkDraft: DraftForm<RemarkForm> = {
  of: 'remark',
  stored: v.object({
    remark: v.string(),
    whatsapp: ticked,
    telephone: ticked,
    statusRefund: ticked,
    voided: ticked,
    chargeBack: ticked,
    refund: typedRefund,
  }),
  empty: emptyRemark,
  isEmpty: isEmptyRemark,
};

/** Forgets a draft that has been sent as it stands. What was written since then, here or in another tab, stays. */
export function forgetSentDraft(owner: DraftOwner, sent: CallInput<typeof orderCalls.addRemark>) {
  if (isAsSent(readTyped(remarkDraft, owner), sent)) forgetTyped(remarkDraft, owner);
}

/** Whether nothing was written since this was sent. The call takes the text without the space around it. */
export const isAsSent = (written: RemarkForm, sent: CallInput<typeof orderCalls.addRemark>): boolean =>
  written.remark.trim() === (sent.remark ?? '').trim() &&
  remarkFlags.every(({ input }) => written[input] === (sent[input] === 'Y')) &&
  (!sent.refund || isSameRefund(written.refund, sent.refund));

const isSameRefund = (one: RemarkForm['refund'], other: RemarkForm['refund']) =>
  (['amount', 'currency', 'reference', 'reason'] as const).every((name) => (one[name] ?? '') === (other[name] ?? ''));
