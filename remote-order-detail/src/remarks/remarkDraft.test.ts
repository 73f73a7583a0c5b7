import { useSession } from 'shared/desk';
import { keepTyped, readTyped } from '../drafts/draftForm.ts';
import { forgetSentDraft, remarkDraft } from './remarkDraft.ts';
import { addRemarkInput, emptyRemark } from './remarkForm.ts';

const mine = { memberId: 3, orderId: '100471' };

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: { id: 3, name: 'Max Manager', type: 'Manager' } });
});

test('a draft comes back to the same member on the same order, and to nobody else', () => {
  const draft = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  keepTyped(remarkDraft, mine, draft, emptyRemark);
  expect(readTyped(remarkDraft, mine)).toEqual(draft);
  expect(readTyped(remarkDraft, { ...mine, orderId: '100472' })).toEqual(emptyRemark);
  expect(readTyped(remarkDraft, { ...mine, memberId: 4 })).toEqual(emptyRemark);
});

test('an emptied draft leaves nothing behind', () => {
  const draft = { ...emptyRemark, remark: 'x' };
  keepTyped(remarkDraft, mine, draft, emptyRemark);
  keepTyped(remarkDraft, mine, { ...emptyRemark, remark: '  ' }, draft);
  expect(localStorage).toHaveLength(0);
});

test('a comment that was sent in one tab takes no draft of another tab with it', () => {
  const here = { ...emptyRemark, remark: 'Sent here' };
  const there = { ...emptyRemark, remark: 'Still being written there' };
  keepTyped(remarkDraft, mine, here, emptyRemark);
  keepTyped(remarkDraft, mine, there, emptyRemark);
  keepTyped(remarkDraft, mine, emptyRemark, here);
  expect(readTyped(remarkDraft, mine)).toEqual(there);
});

test('a draft that was sent goes, and one that was changed since stays', () => {
  const sent = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  const call = addRemarkInput(sent, { orderId: mine.orderId });
  for (const since of [{ remark: 'Called, no answer. Twice' }, { telephone: false }, { voided: true }]) {
    keepTyped(remarkDraft, mine, { ...sent, ...since }, emptyRemark);
    forgetSentDraft(mine, call);
    expect(readTyped(remarkDraft, mine)).toEqual({ ...sent, ...since });
  }
  keepTyped(remarkDraft, mine, { ...sent, remark: 'Called, no answer\n' }, emptyRemark);
  forgetSentDraft(mine, call);
  expect(localStorage).toHaveLength(0);
});

test('a ticked flag alone is worth keeping', () => {
  keepTyped(remarkDraft, mine, { ...emptyRemark, voided: true }, emptyRemark);
  expect(readTyped(remarkDraft, mine).voided).toBe(true);
});

test('a draft that cannot be read is no draft', () => {
  localStorage.setItem('remarkDraft.3.100471', '{"remark": 5}');
  expect(readTyped(remarkDraft, mine)).toEqual(emptyRemark);
});
