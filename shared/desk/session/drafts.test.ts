import { tokenOf } from '../../testing/fakeApi.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { signedIn, signOut } from './session.ts';

const max = tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' });
const tia = tokenOf({ id: 3, name: 'Tia Team', type: 'Team' });
// Begins as Max's number does, and is another's.
const ada = tokenOf({ id: 20, name: 'Ada Admin', type: 'Admin' });
const ofMax = { memberId: 2, orderId: '100471' };
const draft = { remark: 'Called, no answer' };
const keptKeys = () => Object.keys(localStorage).filter((key) => key !== 'user');

beforeEach(() => {
  signOut();
  localStorage.clear();
  signedIn(max);
});

test('a draft is its member’s and its order’s', () => {
  keepDraft(ofMax, draft);
  expect(readDraft(ofMax)).toEqual(draft);
  expect(readDraft({ ...ofMax, orderId: '100472' })).toBeNull();
  expect(readDraft({ ...ofMax, memberId: 20 })).toBeNull();
  keepDraft(ofMax, null);
  expect(keptKeys()).toEqual([]);
});

test('a comment and a question of one order are two drafts', () => {
  const ofQuestion = { ...ofMax, of: 'question' as const };
  keepDraft(ofMax, draft);
  keepDraft(ofQuestion, { question: 'Which passport?' });
  expect(readDraft({ ...ofMax, of: 'remark' })).toEqual(draft);
  expect(readDraft(ofQuestion)).toEqual({ question: 'Which passport?' });
  keepDraft(ofMax, null);
  expect(readDraft(ofQuestion)).not.toBeNull();
});

test('Logout takes all of them with it, and leaves nothing else of the member', () => {
  keepDraft(ofMax, draft);
  keepDraft({ ...ofMax, orderId: '100472' }, draft);
  keepDraft({ ...ofMax, of: 'question' }, draft);
  localStorage.setItem('preferences', '{}');
  signOut({ byLogout: true });
  expect(Object.keys(localStorage)).toEqual(['preferences']);
});

test('a session that died comes back to its drafts', () => {
  keepDraft(ofMax, draft);
  signOut();
  expect(readDraft(ofMax)).toEqual(draft);
  signedIn(max);
  expect(readDraft(ofMax)).toEqual(draft);
});

test.each([tia, ada])('whoever signs in instead sends them away, and begins with none (%#)', (another) => {
  keepDraft(ofMax, draft);
  keepDraft({ ...ofMax, of: 'question' }, draft);
  signOut();
  signedIn(another);
  expect(keptKeys()).toEqual([]);
  signOut();
  signedIn(max);
  expect(readDraft(ofMax)).toBeNull();
});

test('a screen that still stands when its session has ended keeps nothing', () => {
  signOut({ byLogout: true });
  keepDraft(ofMax, draft);
  keepDraft({ ...ofMax, memberId: 0 }, draft);
  signedIn(tia);
  keepDraft(ofMax, draft);
  expect(keptKeys()).toEqual([]);
});

test('Logout in another tab takes along also what was kept here meanwhile', () => {
  // This tab does not know of it yet, and keeps the letter that was just typed.
  keepDraft(ofMax, draft);
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(keptKeys()).not.toEqual([]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'logout', newValue: '1' }));
  expect(keptKeys()).toEqual([]);
});

test('what cannot be read is no draft', () => {
  localStorage.setItem('remarkDraft.2.100471', '{"remark"');
  expect(readDraft(ofMax)).toBeNull();
});
