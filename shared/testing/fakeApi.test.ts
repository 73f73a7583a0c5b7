import { documentCalls } from '../api/documentCalls.ts';
import { folderCalls } from '../api/folderCalls.ts';
import { makeSend } from '../api/client/send.ts';
import { fakeAnswer, fakeApi } from './fakeApi.ts';
import { orderRowOf } from './orders.ts';

const send = makeSend({ token: () => null, onDeadSession: () => {} });
const row = orderRowOf({ order_id: '100471' });

test('a call is answered by its function, which gets the parsed input', async () => {
  const inputs: unknown[] = [];
  const fake = fakeApi().on(folderCalls.list, (input) => {
    inputs.push(input);
    return { data: [row], total: 1 };
  });
  const answer = await send(folderCalls.list, { orderName: 'newOrder', page: 2 });
  expect(answer).toEqual({ status: 1, message: '', data: [row], total: 1 });
  expect(inputs).toEqual([{ orderName: 'newOrder', page: 2, limit: 10 }]);
  expect(fake.to(folderCalls.list)).toHaveLength(1);
  expect(fake.to(folderCalls.search)).toEqual([]);
});

test('an invalid input is refused in the contract’s words', async () => {
  fakeApi().on(documentCalls.resend, () => ({ data: { mailId: 1, dueAt: null } }));
  await expect(
    send(documentCalls.resend, { orderId: '12', email: '', mailServiceProvider: 'AWS' }),
  ).rejects.toMatchObject({
    httpStatus: 400,
    fieldErrors: { orderId: 'An order ID has 6 to 18 digits', email: 'Please enter your email' },
  });
});

test.each([
  ['a missing field', { data: [{ ...row, email: undefined }], total: 1 }],
  ['a field that the contract does not have', { data: [{ ...row, age: 7 }], total: 1 }],
  ['no total', { data: [row] }],
  ['an unknown field in a refusal', { httpStatus: 409, message: 'No', retry: true }],
])('an answer with %s cannot be faked', (_what, answer) => {
  expect(() => fakeAnswer(folderCalls.list, answer as never)).toThrow(/is not what the contract promises/);
});
