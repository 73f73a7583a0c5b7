/** The composer's part of a draft: what of it is kept (`shared/desk/session/drafts`), and what comes back into the form. */
import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import { type DraftOwner, keepDraft, readDraft } from 'shared/desk';
import { emptyRemark, isEmptyRemark, remarkFlags, type RemarkForm } from './remarkForm.ts';

const ticked = v.boolean();
const storedDraft = v.object({
  remark: v.string(),
  whatsapp: ticked,
  telephone: ticked,
  statusRefund: ticked,
  voided: ticked,
  chargeBack: ticked,
});

/** The draft as it was left; an empty form when there is none, or none that can be read. */
export function readRemarkDraft(owner: DraftOwner): RemarkForm {
  const stored = v.safeParse(storedDraft, readDraft(owner));
  return stored.success ? stored.output : emptyRemark;
}

/**
 * Keeps a draft. An empty one takes back what this form has `kept` before, and nothing else: what is written in another
 * tab stays.
 */
export function keepRemarkDraft(owner: DraftOwner, draft: RemarkForm, kept: RemarkForm) {
  if (!isEmptyRemark(draft)) keepDraft(owner, draft);
  else if (JSON.stringify(readRemarkDraft(owner)) === JSON.stringify(kept)) keepDraft(owner, null);
}

/** Forgets a draft that has been sent as it stands. What was written since then, here or in another tab, stays. */
export function forgetSentDraft(owner: DraftOwner, sent: CallInput<typeof orderCalls.addRemark>) {
  if (isAsSent(readRemarkDraft(owner), sent)) keepDraft(owner, null);
}

/** Whether nothing was written since this was sent. The call takes the text without the space around it. */
export const isAsSent = (written: RemarkForm, sent: CallInput<typeof orderCalls.addRemark>): boolean =>
  written.remark.trim() === (sent.remark ?? '').trim() &&
  remarkFlags.every(({ input }) => written[input] === (sent[input] === 'Y'));
