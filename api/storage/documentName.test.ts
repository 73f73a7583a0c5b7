import { downloadNameOf } from './DocumentStorage.ts';

test('a download is named by its order', () => {
  expect(downloadNameOf({ orderId: '100471', file1: 'AbC.dEf.jpg' })).toBe('Travel declaration 100471.jpg');
});
