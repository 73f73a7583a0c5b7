/** What was typed and not sent yet, kept on this device for each member and order: a closed tab loses no comment. */
import * as v from 'valibot';
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

export interface DraftOwner {
  memberId: number;
  orderId: string;
}

const storageKey = ({ memberId, orderId }: DraftOwner) => `remarkDraft.${memberId}.${orderId}`;

/** The draft as it was left; an empty form when there is none, or none that can be read. */
export function readRemarkDraft(owner: DraftOwner): RemarkForm {
  try {
    return v.parse(storedDraft, JSON.parse(localStorage.getItem(storageKey(owner)) ?? 'null'));
  } catch {
    return emptyRemark;
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function keepRemarkDraft(owner: DraftOwner, draft: RemarkForm) {
  try {
    if (isEmptyRemark(draft)) localStorage.removeItem(storageKey(owner));
    else localStorage.setItem(storageKey(owner), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
  }
}
