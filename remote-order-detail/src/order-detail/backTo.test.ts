import { orderOf } from 'shared/testing/orders';
import { folderOf, listCameFrom } from './backTo.ts';

test('the way back is the list one came from, when it is one of this site', () => {
  expect(listCameFrom({ from: '/admin/recent-order?page=3' })).toBe('/admin/recent-order?page=3');
  expect(listCameFrom({ from: 'https://elsewhere.example' })).toBeNull();
  expect(listCameFrom(null)).toBeNull();
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
