/**
 * Drafts of comments, of messages and of questions sent with a move. They stay on this device, per member and order,
 * and survive a closed tab and an expired session. Sending, Logout in any tab and another member's sign-in delete them.
 */
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { onLogout, useSession } from './session.ts';

export interface DraftKey {
  of: 'remark' | 'question' | 'move';
  memberId: number;
  orderId: string;
}

const nameOf = ({ of, memberId, orderId }: DraftKey) => `${of}Draft.${memberId}.${orderId}`;
const anyName = /^(?:remark|question|move)Draft\.(\d+)\./;

/** Returns the saved draft; null if there is none or it does not fit the form's schema. */
export function readDraft<Form>(key: DraftKey, form: v.GenericSchema<unknown, Form>): Form | null {
  try {
    const draft = v.safeParse(form, JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null'));
    return draft.success ? draft.output : null;
  } catch {
    return null;
  }
}

/** Saves the typed text. If `typed` is null, deletes the draft that this form saved, but no other. */
export function useDraft({ of, memberId, orderId }: DraftKey, typed: object | null) {
  const text = typed && JSON.stringify(typed);
  const savedText = useRef(text);
  useEffect(() => {
    const key = { of, memberId, orderId };
    if (text !== null) store(key, text);
    else if (localStorage.getItem(nameOf(key)) === savedText.current) deleteDraft(key);
    savedText.current = text;
  }, [of, memberId, orderId, text]);
}

export const deleteDraft = (key: DraftKey) => store(key, null);

/** Stores only for the signed-in member, because a screen may briefly outlive its session. */
function store(key: DraftKey, text: string | null) {
  if (key.memberId !== useSession.getState().user?.id) return;
  try {
    if (text === null) localStorage.removeItem(nameOf(key));
    else localStorage.setItem(nameOf(key), text);
  } catch {
    // Without storage, typing still works.
  }
}

function deleteDrafts(butOf?: number) {
  for (const name of Object.keys(localStorage)) {
    const memberId = anyName.exec(name)?.[1];
    if (memberId !== undefined && Number(memberId) !== butOf) localStorage.removeItem(name);
  }
}

/** After a session expires, its drafts stay until another member signs in. */
function deleteOthersDrafts({ user }: ReturnType<typeof useSession.getState>) {
  if (user) deleteDrafts(user.id);
}

onLogout(() => deleteDrafts());
useSession.subscribe(deleteOthersDrafts);
deleteOthersDrafts(useSession.getState());
