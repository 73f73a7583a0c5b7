/**
 * Drafts of comments and questions, kept on this device for each member and order until they are sent: neither a closed tab
 * nor an expired session loses one. Logout in any tab deletes them, and so does another member who signs in.
 */
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { atLogout, useSession } from './session.ts';

export interface DraftKey {
  /** A comment, or a question to the customer. */
  of: 'remark' | 'question';
  memberId: number;
  orderId: string;
}

const nameOf = ({ of, memberId, orderId }: DraftKey) => `${of}Draft.${memberId}.${orderId}`;
const anyName = /^(?:remark|question)Draft\.(\d+)\./;

/** The draft as it was left; null when there is none, or none that the form can hold. */
export function readDraft<Form>(key: DraftKey, form: v.GenericSchema<unknown, Form>): Form | null {
  try {
    const draft = v.safeParse(form, JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null'));
    return draft.success ? draft.output : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what is typed into a form, letter by letter; null: nothing is. A form that is emptied deletes the draft that it has
 * kept itself, and leaves another tab's alone.
 */
export function useDraft({ of, memberId, orderId }: DraftKey, typed: object | null) {
  const text = typed && JSON.stringify(typed);
  const kept = useRef(text);
  useEffect(() => {
    const key = { of, memberId, orderId };
    if (text !== null) store(key, text);
    else if (localStorage.getItem(nameOf(key)) === kept.current) forgetDraft(key);
    kept.current = text;
  }, [of, memberId, orderId, text]);
}

export const forgetDraft = (key: DraftKey) => store(key, null);

/** Only for the member who is signed in: a screen may outlive its session by a moment. */
function store(key: DraftKey, text: string | null) {
  if (key.memberId !== useSession.getState().user?.id) return;
  try {
    if (text === null) localStorage.removeItem(nameOf(key));
    else localStorage.setItem(nameOf(key), text);
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
  }
}

function forgetDrafts({ butOf }: { butOf?: number } = {}) {
  for (const name of Object.keys(localStorage)) {
    const memberId = anyName.exec(name)?.[1];
    if (memberId !== undefined && Number(memberId) !== butOf) localStorage.removeItem(name);
  }
}

function forgetOthers(memberId: number | undefined) {
  if (memberId !== undefined) forgetDrafts({ butOf: memberId });
}

atLogout(() => forgetDrafts());
// A session that expired finds its drafts again after signing in.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) forgetOthers(user?.id);
});
forgetOthers(useSession.getState().user?.id);
