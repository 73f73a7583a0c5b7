import { listAt } from './listAt.ts';

test('the address of a list says which folder it shows, of which month, and what is searched', () => {
  expect(listAt('/admin/recent-order?page=3&rows=25')).toEqual({ folder: 'newOrder', month: undefined, term: '' });
  expect(listAt('/admin/future-order?month=Mar&q= tupou ')).toEqual({
    folder: 'futureOrder',
    month: 'Mar',
    term: 'tupou',
  });
});

test('a month is one of Future Order alone, and another screen shows no list', () => {
  expect(listAt('/admin/my-order?month=Mar')?.month).toBeUndefined();
  expect(listAt('/admin')).toBeNull();
  expect(listAt('/admin/manage-team')).toBeNull();
});
