import { renderHook } from '@testing-library/react';
import * as v from 'valibot';
import { tokenOf } from '../../testing/fakeApi.ts';
import { type DraftKey, deleteDraft, readDraft, useDraft } from './drafts.ts';
import { signedIn, signOut } from './session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
// Begins as Max's number does, and is another's.
const ada = tokenOf({ id: 20, name: 'Ada Admin', type: 'Admin' });
const ofMax = { of: 'remark', memberId: 2, orderId: '100471' } as const;
const draft = { remark: 'Called, no answer' };
const form = v.looseObject({ remark: v.optional(v.string()) });
const keptKeys = () => Object.keys(localStorage).filter((key) => key !== 'user');

/** A form in which this is typed; `type` changes that. */
function formWith(key: DraftKey, typed: object | null) {
  const { rerender } = renderHook((now: object | null) => useDraft(key, now), { initialProps: typed });
  return { type: rerender };
}

beforeEach(() => {
  signOut();
  localStorage.clear();
  signedIn(max);
});

test('a draft is its member’s and its order’s', () => {
  formWith(ofMax, draft);
  expect(readDraft(ofMax, form)).toEqual(draft);
  expect(readDraft({ ...ofMax, orderId: '100472' }, form)).toBeNull();
  expect(readDraft({ ...ofMax, memberId: 20 }, form)).toBeNull();
  deleteDraft(ofMax);
  expect(keptKeys()).toEqual([]);
});

test('a comment and a question of one order are two drafts', () => {
  const ofQuestion = { ...ofMax, of: 'question' } as const;
  formWith(ofMax, draft);
  formWith(ofQuestion, { question: 'Which passport?' });
  expect(readDraft(ofMax, form)).toEqual(draft);
  expect(readDraft(ofQuestion, form)).toEqual({ question: 'Which passport?' });
  deleteDraft(ofMax);
  expect(readDraft(ofQuestion, form)).not.toBeNull();
});

test('each letter is kept, and an emptied form leaves nothing behind', () => {
  const { type } = formWith(ofMax, null);
  type({ remark: 'C' });
  type(draft);
  expect(readDraft(ofMax, form)).toEqual(draft);
  type(null);
  expect(keptKeys()).toEqual([]);
});

test('a form that is emptied takes no draft of another tab with it', () => {
  const here = formWith(ofMax, { remark: 'Sent here' });
  formWith(ofMax, { remark: 'Still being written there' });
  here.type(null);
  expect(readDraft(ofMax, form)).toEqual({ remark: 'Still being written there' });
  formWith(ofMax, null);
  expect(readDraft(ofMax, form)).not.toBeNull();
});

test('Logout takes all of them with it, and leaves nothing else of the member', () => {
  formWith(ofMax, draft);
  formWith({ ...ofMax, orderId: '100472' }, draft);
  formWith({ ...ofMax, of: 'question' }, draft);
  formWith({ ...ofMax, of: 'move' }, draft);
  localStorage.setItem('preferences', '{}');
  signOut({ byLogout: true });
  expect(Object.keys(localStorage)).toEqual(['preferences']);
});

test('a session that died comes back to its drafts', () => {
  formWith(ofMax, draft);
  signOut();
  expect(readDraft(ofMax, form)).toEqual(draft);
  signedIn(max);
  expect(readDraft(ofMax, form)).toEqual(draft);
});

test.each([tia, ada])('whoever signs in instead sends them away, and begins with none (%#)', (another) => {
  formWith(ofMax, draft);
  formWith({ ...ofMax, of: 'question' }, draft);
  signOut();
  signedIn(another);
  expect(keptKeys()).toEqual([]);
  signOut();
  signedIn(max);
  expect(readDraft(ofMax, form)).toBeNull();
});

test('a screen that still stands when its session has ended keeps nothing', () => {
  const { type } = formWith(ofMax, null);
  signOut({ byLogout: true });
  type(draft);
  formWith({ ...ofMax, memberId: 0 }, draft);
  signedIn(tia);
  type({ remark: 'More' });
  expect(keptKeys()).toEqual([]);
});

test('Logout in another tab takes along also what was kept here meanwhile', () => {
  // This tab does not know of it yet, and keeps the letter that was just typed.
  formWith(ofMax, draft);
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(keptKeys()).not.toEqual([]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'logout', newValue: '1' }));
  expect(keptKeys()).toEqual([]);
});

test.each(['{"remark"', '{"remark": 5}', '5'])('what cannot be read is no draft: %s', (stored) => {
  localStorage.setItem('remarkDraft.2.100471', stored);
  expect(readDraft(ofMax, form)).toBeNull();
});
