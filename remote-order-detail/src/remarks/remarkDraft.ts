/** The composer's part of a draft: what of it is kept (`shared/desk/session/drafts`), and what comes back into the form. */
import * as v from 'valibot';
import { type DraftOwner, keepDraft, readDraft } from 'shared/desk';
import { emptyRemark, isEmptyRemark, type RemarkForm } from './remarkForm.ts';

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

/** Keeps a draft; an empty one is forgotten. */
export function keepRemarkDraft(owner: DraftOwner, draft: RemarkForm) {
  keepDraft(owner, isEmptyRemark(draft) ? null : draft);
}
