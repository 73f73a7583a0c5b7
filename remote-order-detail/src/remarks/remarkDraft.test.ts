import { useSession } from 'shared/desk';
import { keepRemarkDraft, readRemarkDraft } from './remarkDraft.ts';
import { emptyRemark } from './remarkForm.ts';

const mine = { memberId: 3, orderId: '100471' };

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: { id: 3, name: 'Max Manager', type: 'Manager' } });
});

test('a draft comes back to the same member on the same order, and to nobody else', () => {
  const draft = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  keepRemarkDraft(mine, draft);
  expect(readRemarkDraft(mine)).toEqual(draft);
  expect(readRemarkDraft({ ...mine, orderId: '100472' })).toEqual(emptyRemark);
  expect(readRemarkDraft({ ...mine, memberId: 4 })).toEqual(emptyRemark);
});

test('an emptied draft leaves nothing behind', () => {
  keepRemarkDraft(mine, { ...emptyRemark, remark: 'x' });
  keepRemarkDraft(mine, { ...emptyRemark, remark: '  ' });
  expect(localStorage).toHaveLength(0);
});

test('a ticked flag alone is worth keeping', () => {
  keepRemarkDraft(mine, { ...emptyRemark, voided: true });
  expect(readRemarkDraft(mine).voided).toBe(true);
});

test('a draft that cannot be read is no draft', () => {
  localStorage.setItem('remarkDraft.3.100471', '{"remark": 5}');
  expect(readRemarkDraft(mine)).toEqual(emptyRemark);
});
