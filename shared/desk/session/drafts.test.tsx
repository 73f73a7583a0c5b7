import { renderHook } from '@testing-library/react';
import * as v from 'valibot';
import { tokenOf } from '../../testing/fakeApi.ts';
import { type DraftKey, deleteDraft, readDraft, useDraft } from './drafts.ts';
import { signedIn, signOut } from './session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
// Ada's id begins with Max's id: their drafts must not be mixed up.
const ada = tokenOf({ id: 20, name: 'Ada Admin', type: 'Admin' });
const ofMax = { of: 'remark', memberId: 2, orderId: '100471' } as const;
const draft = { remark: 'Called, no answer' };
const form = v.looseObject({ remark: v.optional(v.string()) });
const keptKeys = () => Object.keys(localStorage).filter((key) => key !== 'user');

/** A form with this text; `type` replaces it. */
function formWith(key: DraftKey, typed: object | null) {
  const { rerender } = renderHook((now: object | null) => useDraft(key, now), { initialProps: typed });
  return { type: rerender };
}

beforeEach(() => {
  signOut();
  localStorage.clear();
  signedIn(max);
});

test('a draft belongs to its member and its order', () => {
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

test('every keystroke is saved, and clearing the form deletes its draft', () => {
  const { type } = formWith(ofMax, null);
  type({ remark: 'C' });
  type(draft);
  expect(readDraft(ofMax, form)).toEqual(draft);
  type(null);
  expect(keptKeys()).toEqual([]);
});

test('clearing a form does not delete another tab’s draft', () => {
  const here = formWith(ofMax, { remark: 'Sent here' });
  formWith(ofMax, { remark: 'Still being written there' });
  here.type(null);
  expect(readDraft(ofMax, form)).toEqual({ remark: 'Still being written there' });
  formWith(ofMax, null);
  expect(readDraft(ofMax, form)).not.toBeNull();
});

test('Logout deletes the session and every draft, and keeps the preferences', () => {
  formWith(ofMax, draft);
  formWith({ ...ofMax, orderId: '100472' }, draft);
  formWith({ ...ofMax, of: 'question' }, draft);
  formWith({ ...ofMax, of: 'move' }, draft);
  localStorage.setItem('preferences', '{}');
  signOut({ byLogout: true });
  expect(Object.keys(localStorage)).toEqual(['preferences']);
});

test('a member whose session expired finds the drafts after signing in again', () => {
  formWith(ofMax, draft);
  signOut();
  expect(readDraft(ofMax, form)).toEqual(draft);
  signedIn(max);
  expect(readDraft(ofMax, form)).toEqual(draft);
});

test.each([tia, ada])('another member who signs in deletes the drafts, and starts without any (%#)', (another) => {
  formWith(ofMax, draft);
  formWith({ ...ofMax, of: 'question' }, draft);
  signOut();
  signedIn(another);
  expect(keptKeys()).toEqual([]);
  signOut();
  signedIn(max);
  expect(readDraft(ofMax, form)).toBeNull();
});

test('a screen that outlives its session saves nothing', () => {
  const { type } = formWith(ofMax, null);
  signOut({ byLogout: true });
  type(draft);
  formWith({ ...ofMax, memberId: 0 }, draft);
  signedIn(tia);
  type({ remark: 'More' });
  expect(keptKeys()).toEqual([]);
});

test('Logout in another tab also deletes drafts saved here meanwhile', () => {
  // This tab does not know of the logout yet, and saves what was just typed.
  formWith(ofMax, draft);
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(keptKeys()).not.toEqual([]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'logout', newValue: '1' }));
  expect(keptKeys()).toEqual([]);
});

test.each(['{"remark"', '{"remark": 5}', '5'])('an invalid draft is ignored: %s', (stored) => {
  localStorage.setItem('remarkDraft.2.100471', stored);
  expect(readDraft(ofMax, form)).toBeNull();
});
