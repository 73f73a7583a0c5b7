import { useSession } from 'shared/desk';
import { forgetSentDraft, keepRemarkDraft, readRemarkDraft } from './remarkDraft.ts';
import { addRemarkInput, emptyRemark } from './remarkForm.ts';

const mine = { memberId: 3, orderId: '100471' };

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: { id: 3, name: 'Max Manager', type: 'Manager' } });
});

test('a draft comes back to the same member on the same order, and to nobody else', () => {
  const draft = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  keepRemarkDraft(mine, draft, emptyRemark);
  expect(readRemarkDraft(mine)).toEqual(draft);
  expect(readRemarkDraft({ ...mine, orderId: '100472' })).toEqual(emptyRemark);
  expect(readRemarkDraft({ ...mine, memberId: 4 })).toEqual(emptyRemark);
});

test('an emptied draft leaves nothing behind', () => {
  const draft = { ...emptyRemark, remark: 'x' };
  keepRemarkDraft(mine, draft, emptyRemark);
  keepRemarkDraft(mine, { ...emptyRemark, remark: '  ' }, draft);
  expect(localStorage).toHaveLength(0);
});

test('a comment that was sent in one tab takes no draft of another tab with it', () => {
  const here = { ...emptyRemark, remark: 'Sent here' };
  const there = { ...emptyRemark, remark: 'Still being written there' };
  keepRemarkDraft(mine, here, emptyRemark);
  keepRemarkDraft(mine, there, emptyRemark);
  keepRemarkDraft(mine, emptyRemark, here);
  expect(readRemarkDraft(mine)).toEqual(there);
});

test('a draft that was sent goes, and one that was changed since stays', () => {
  const sent = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  const call = addRemarkInput(sent, { orderId: mine.orderId });
  for (const since of [{ remark: 'Called, no answer. Twice' }, { telephone: false }, { voided: true }]) {
    keepRemarkDraft(mine, { ...sent, ...since }, emptyRemark);
    forgetSentDraft(mine, call);
    expect(readRemarkDraft(mine)).toEqual({ ...sent, ...since });
  }
  keepRemarkDraft(mine, { ...sent, remark: 'Called, no answer\n' }, emptyRemark);
  forgetSentDraft(mine, call);
  expect(localStorage).toHaveLength(0);
});

test('a ticked flag alone is worth keeping', () => {
  keepRemarkDraft(mine, { ...emptyRemark, voided: true }, emptyRemark);
  expect(readRemarkDraft(mine).voided).toBe(true);
});

test('a draft that cannot be read is no draft', () => {
  localStorage.setItem('remarkDraft.3.100471', '{"remark": 5}');
  expect(readRemarkDraft(mine)).toEqual(emptyRemark);
});
