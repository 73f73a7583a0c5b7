import { useSession } from 'shared/desk';
import { addRemarkInput, readRemarkDraft, emptyRemark, deleteSentDraft, isEmptyRemark } from './remarkForm.tsx';

const draft = { of: 'remark', memberId: 3, orderId: '100471' } as const;
const keep = (remark: object) => localStorage.setItem('remarkDraft.3.100471', JSON.stringify(remark));

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: { id: 3, name: 'Max Manager', type: 'Manager' } });
});

test('a sent draft is deleted, unless it was changed since', () => {
  const sent = { ...emptyRemark, remark: 'Called, no answer', telephone: true };
  const call = addRemarkInput(sent, { orderId: draft.orderId });
  for (const since of [{ remark: 'Called, no answer. Twice' }, { telephone: false }, { voided: true }]) {
    keep({ ...sent, ...since });
    deleteSentDraft(draft, call);
    expect(readRemarkDraft(draft)).toEqual({ ...sent, ...since });
  }
  keep({ ...sent, remark: 'Called, no answer\n' });
  deleteSentDraft(draft, call);
  expect(localStorage).toHaveLength(0);
});

test('a ticked flag alone is kept as a draft; blanks and refund details alone are not', () => {
  expect(isEmptyRemark({ ...emptyRemark, voided: true })).toBe(false);
  expect(isEmptyRemark({ ...emptyRemark, remark: ' \n', refund: { amount: '5' } })).toBe(true);
});

test('an invalid draft is ignored', () => {
  keep({ remark: 5 });
  expect(readRemarkDraft(draft)).toEqual(emptyRemark);
});
