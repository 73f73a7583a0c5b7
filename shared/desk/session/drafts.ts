/**
 * Comments and questions that were typed and not sent yet, kept on this device for each member and order: neither a closed tab
 * nor a dead session loses one. They go with Logout, in whichever tab, and as soon as somebody else signs in. A federated singleton.
 */
import { atLogout, useSession } from './session.ts';

export interface DraftOwner {
  memberId: number;
  orderId: string;
  /** What it is a draft of: a comment, or a question to the customer. A comment, if nothing is said. */
  of?: 'remark' | 'question';
}

const keyOf = ({ memberId, orderId, of = 'remark' }: DraftOwner) => `${of}Draft.${memberId}.${orderId}`;

/** A key of a draft, and whose it is. */
const anyKey = /^(?:remark|question)Draft\.(\d+)\./;

/** What was kept, as it was given; null when there is nothing that can be read. */
export function readDraft(owner: DraftOwner): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft of whoever is signed in; null forgets it. A screen that outlives its session by a moment keeps nothing. */
export function keepDraft(owner: DraftOwner, draft: object | null) {
  if (owner.memberId !== useSession.getState().user?.id) return;
  try {
    if (draft) localStorage.setItem(keyOf(owner), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(owner));
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
  }
}

/** Forgets all drafts of this device but those of one member. */
function forgetDrafts({ butOf }: { butOf?: number } = {}) {
  for (const key of Object.keys(localStorage)) {
    const memberId = anyKey.exec(key)?.[1];
    if (memberId !== undefined && Number(memberId) !== butOf) localStorage.removeItem(key);
  }
}

function forgetOthers(memberId: number | undefined) {
  if (memberId !== undefined) forgetDrafts({ butOf: memberId });
}

atLogout(() => forgetDrafts());
// A session that ended by itself comes back to its drafts: only who comes in its place sends them away.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) forgetOthers(user?.id);
});
forgetOthers(useSession.getState().user?.id);
