import { orderCalls } from '../../api/orderCalls.ts';
import { answerMeta, knownAnswer } from './knownAnswer.ts';
import { queryClient } from './queryClient.ts';

const address = '/api/admin/get-orders-details/700001';
const queryKey = ['order', '700001'];
const meta = answerMeta(orderCalls.details, { orderId: '700001' }, 20_000);
const ask = (queryFn: () => Promise<unknown>) => queryClient.fetchQuery({ queryKey, queryFn, meta, retry: false });

beforeEach(() => queryClient.clear());
afterEach(() => jest.restoreAllMocks());

test('what was answered just now is known', async () => {
  await ask(async () => 'an order');
  await expect(knownAnswer(address)).resolves.toBeUndefined();
});

test('what is being asked for is waited for, also where it fails', async () => {
  const { promise, reject } = Promise.withResolvers<unknown>();
  const asked = ask(() => promise).catch(() => 'failed');
  const known = knownAnswer(address);
  const told = jest.fn();
  void known!.then(told);
  await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
  reject(new Error('No network'));
  await known;
  await asked;
  expect(knownAnswer(address)).toBeNull();
});

test('what nobody asked for, what is old and what was distrusted is not', async () => {
  expect(knownAnswer(address)).toBeNull();
  await ask(async () => 'an order');
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 20_001);
  expect(knownAnswer(address)).toBeNull();
  jest.restoreAllMocks();
  expect(knownAnswer(address)).not.toBeNull();
  await queryClient.invalidateQueries({ queryKey });
  expect(knownAnswer(address)).toBeNull();
});
