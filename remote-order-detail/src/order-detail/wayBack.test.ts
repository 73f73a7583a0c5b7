import { orderOf } from 'shared/testing/orders';
import { folderOf, isIn, listAt, listCameFrom, pageWith } from './wayBack.ts';

test('the way back is the list one came from, when it is one of this site', () => {
  expect(listCameFrom({ from: '/admin/recent-order?page=3' })).toBe('/admin/recent-order?page=3');
  expect(listCameFrom({ from: 'https://elsewhere.example' })).toBeNull();
  expect(listCameFrom(null)).toBeNull();
});

test.each([
  ['/admin/recent-order?page=10', 98, '/admin/recent-order?page=10'],
  ['/admin/recent-order?page=10', 100, '/admin/recent-order?page=11'],
  ['/admin/recent-order?page=2&rows=25&q=tupou', 20, '/admin/recent-order?rows=25&q=tupou'],
  ['/admin/recent-order', 3, '/admin/recent-order'],
  ['/admin/recent-order?rows=all', 700, '/admin/recent-order?rows=all'],
])('the way back to %s, with %i orders before this one, leads to its page', (list, before, page) => {
  expect(pageWith(list, before)).toBe(page);
});

test('an order that was moved or taken is no more in the folder that it was opened from', () => {
  expect(isIn('newOrder', orderOf({ process_status: 'New' }))).toBe(true);
  expect(isIn('newOrder', orderOf({ process_status: 'New', assign_to: 'Tia Team' }))).toBe(false);
  expect(isIn('newOrder', orderOf({ process_status: 'Pending' }))).toBe(false);
});

test('who came by an address goes back to the folder that holds the order', () => {
  expect(folderOf(orderOf({ process_status: 'New' }), 'Team')?.title).toBe('New Order');
  expect(folderOf(orderOf({ process_status: 'New', assign_to: 'Me', assigned_to_me: true }), 'Team')?.title).toBe(
    'My Order',
  );
  expect(folderOf(orderOf({ process_status: 'Completed', assign_to: 'Me', assigned_to_me: true }), 'Team')?.title).toBe(
    'Completed Orders',
  );
});

test('somebody else’s new order stands in Order History alone, which a Telecaller may not open', () => {
  const taken = orderOf({ process_status: 'New', assign_to: 'Tia Team' });
  expect(folderOf(taken, 'Team')?.title).toBe('Order History');
  expect(folderOf(taken, 'Telecaller')).toBeNull();
});

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
