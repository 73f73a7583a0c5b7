import { orderOf } from '../testing/orders.ts';
import { bulkActionsFor, findFolder, folderNames, folders, isInFolder, mayDelete } from './folders.ts';
import { statuses } from './orderStatus.ts';
import { roles } from './permissions.ts';

test('every status has its own folder and, except for Deleted, appears in Order History', () => {
  for (const status of statuses) {
    const holders = folderNames.filter((name) => folders[name].statuses.includes(status));
    expect(holders.includes('allOrder')).toBe(status !== 'Deleted');
    const own = holders.filter((name) => name !== 'allOrder' && folders[name].assignee !== 'me');
    expect(own.filter((name) => !folders[name].unhandled)).toHaveLength(1);
  }
});

test('every folder has its own path and count', () => {
  expect(new Set(folderNames.map((name) => folders[name].path)).size).toBe(folderNames.length);
  expect(new Set(folderNames.map((name) => folders[name].count)).size).toBe(folderNames.length);
});

test('My Orders has the member’s orders that are not closed', () => {
  expect(folders.myOrder.assignee).toBe('me');
  for (const closed of ['Completed', 'Refunds', 'Completed Refunds', 'Deleted', 'ChargeBack'] as const) {
    expect(folders.myOrder.statuses).not.toContain(closed);
  }
  expect(folders.myOrder.statuses).toHaveLength(8);
});

test('New and Priority offer Assign, My Orders offers Release, Refunds offers Refund', () => {
  expect(folderNames.filter((name) => folders[name].bulk.includes('assign'))).toEqual(['newOrder', 'priorityOrder']);
  expect(folderNames.filter((name) => folders[name].bulk.includes('release'))).toEqual(['myOrder']);
  expect(folderNames.filter((name) => folders[name].bulk.includes('refund'))).toEqual(['refundOrder']);
  expect(folderNames.filter((name) => folders[name].nextOrder)).toEqual(['myOrder', 'newOrder', 'priorityOrder']);
});

test('Delete is shown to Admin and Manager, in My Orders to Admin only', () => {
  expect(roles.filter((role) => bulkActionsFor(folders.newOrder, role).includes('delete'))).toEqual([
    'Admin',
    'Manager',
  ]);
  expect(roles.filter((role) => bulkActionsFor(folders.myOrder, role).includes('delete'))).toEqual(['Admin']);
  expect(bulkActionsFor(folders.newOrder, 'Telecaller')).toEqual(['assign']);
  expect(bulkActionsFor(folders.refundOrder, 'Night Staff')).toEqual(['refund']);
});

test('a Manager cannot delete their own orders on any screen', () => {
  expect(mayDelete('Manager', { status: 'New', assignedToMe: true })).toBe(false);
  expect(mayDelete('Manager', { status: 'Completed', assignedToMe: true })).toBe(true);
  expect(mayDelete('Manager', { status: 'New', assignedToMe: false })).toBe(true);
  expect(mayDelete('Admin', { status: 'New', assignedToMe: true })).toBe(true);
  expect(mayDelete('Team', { status: 'New', assignedToMe: false })).toBe(false);
});

test('an order that was moved or claimed has left the folder that it was opened from', () => {
  expect(isInFolder('newOrder', orderOf({ process_status: 'New' }))).toBe(true);
  expect(isInFolder('newOrder', orderOf({ process_status: 'New', assign_to: 'Tia Team' }))).toBe(false);
  expect(isInFolder('newOrder', orderOf({ process_status: 'Pending' }))).toBe(false);
});

test('an order opened by its URL has the folder that contains it', () => {
  expect(findFolder(orderOf({ process_status: 'New' }), 'Team')?.title).toBe('New Order');
  expect(findFolder(orderOf({ process_status: 'New', assign_to: 'Me', assigned_to_me: true }), 'Team')?.title).toBe(
    'My Order',
  );
  expect(
    findFolder(orderOf({ process_status: 'Completed', assign_to: 'Me', assigned_to_me: true }), 'Team')?.title,
  ).toBe('Completed Orders');
});

test('another member’s new order is only in Order History, which a Telecaller may not open', () => {
  const taken = orderOf({ process_status: 'New', assign_to: 'Tia Team' });
  expect(findFolder(taken, 'Team')?.title).toBe('Order History');
  expect(findFolder(taken, 'Telecaller')).toBeNull();
});

test('a waiting message does not change the folder of an order found by a search', () => {
  expect(findFolder(orderOf({ process_status: 'Completed', customer_wrote: false }), 'Team')?.title).toBe(
    'Completed Orders',
  );
});
