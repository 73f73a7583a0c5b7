import { bulkActionsFor, folderNames, folders, mayDelete } from './folders.ts';
import { statuses } from './orderStatus.ts';
import { roles } from './permissions.ts';

test('every status shows in a folder of its own and, but for Deleted, in Order History', () => {
  for (const status of statuses) {
    const holders = folderNames.filter((name) => folders[name].statuses.includes(status));
    expect(holders.includes('allOrder')).toBe(status !== 'Deleted');
    expect(holders.filter((name) => name !== 'allOrder' && folders[name].assignee !== 'me')).toHaveLength(1);
  }
});

test('every folder has an address and a count of its own', () => {
  expect(new Set(folderNames.map((name) => folders[name].path)).size).toBe(folderNames.length);
  expect(new Set(folderNames.map((name) => folders[name].count)).size).toBe(folderNames.length);
});

test('My Orders holds what is assigned to me and not closed', () => {
  expect(folders.myOrder.assignee).toBe('me');
  for (const closed of ['Completed', 'Refunds', 'Completed Refunds', 'Deleted', 'ChargeBack'] as const) {
    expect(folders.myOrder.statuses).not.toContain(closed);
  }
  expect(folders.myOrder.statuses).toHaveLength(8);
});

test('Contact Customer has no Telephone; Refund Orders adds Refund Date, Order History Assigned To', () => {
  expect(folders.contactCustomer.columns).not.toContain('telephone');
  expect(folders.refundOrder.columns).toContain('refund_date');
  expect(folders.allOrder.columns).toContain('assign_to');
  expect(folders.newOrder.columns).toEqual([
    'order_id',
    'full_name',
    'email',
    'telephone',
    'created_at',
    'process_status',
    'action',
  ]);
});

test('New and Priority are assigned from, My Orders is released from, Refunds is refunded from', () => {
  expect(folderNames.filter((name) => folders[name].bulk.includes('assign'))).toEqual(['newOrder', 'priorityOrder']);
  expect(folderNames.filter((name) => folders[name].bulk.includes('release'))).toEqual(['myOrder']);
  expect(folderNames.filter((name) => folders[name].bulk.includes('refund'))).toEqual(['refundOrder']);
  expect(folderNames.filter((name) => folders[name].nextOrder)).toEqual(['newOrder', 'priorityOrder']);
});

test('Delete shows to Admin and Manager, in My Orders to Admin only', () => {
  expect(roles.filter((role) => bulkActionsFor(folders.newOrder, role).includes('delete'))).toEqual([
    'Admin',
    'Manager',
  ]);
  expect(roles.filter((role) => bulkActionsFor(folders.myOrder, role).includes('delete'))).toEqual(['Admin']);
  expect(bulkActionsFor(folders.newOrder, 'Telecaller')).toEqual(['assign']);
  expect(bulkActionsFor(folders.refundOrder, 'Night Staff')).toEqual(['refund']);
});

test('a Manager does not delete what they work on, from whatever screen', () => {
  expect(mayDelete('Manager', { status: 'New', assignedToMe: true })).toBe(false);
  expect(mayDelete('Manager', { status: 'Completed', assignedToMe: true })).toBe(true);
  expect(mayDelete('Manager', { status: 'New', assignedToMe: false })).toBe(true);
  expect(mayDelete('Admin', { status: 'New', assignedToMe: true })).toBe(true);
  expect(mayDelete('Team', { status: 'New', assignedToMe: false })).toBe(false);
});
