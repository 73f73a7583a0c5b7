import { menuFor, rightForPath } from './adminMenu.ts';
import type { roles } from './permissions.ts';

const textsFor = (role: (typeof roles)[number]) =>
  menuFor(role).flatMap((group) => group.links.map((link) => link.text));

const everything = [
  'Dashboard',
  'My Orders',
  'New Orders',
  'Priority Order',
  'Pending Orders',
  'Completed Orders',
  'Awaiting Customer',
  'Awaiting Govt',
  'Contact Customer',
  'Customer Called',
  'Order History',
  'Future Orders',
  'Deleted Orders',
  'Refunds',
  'Charge Back',
  'Country Order List',
  'Order Processed',
  'Manage Invoices',
  'Manage Team',
  'Gateway Setting',
  'Change Password',
];

test.each([
  ['Admin', []],
  ['Manager', []],
  ['Team', ['Order Processed']],
  ['Telecaller', ['Order History', 'Order Processed']],
  ['Night Staff', ['Order Processed', 'Manage Team', 'Gateway Setting', 'Change Password']],
] as const)('the menu of %s lacks %j', (role, hidden) => {
  expect(textsFor(role)).toEqual(everything.filter((text) => !(hidden as readonly string[]).includes(text)));
});

test('an address needs the right of its link; an order page and a team member have theirs', () => {
  expect(rightForPath('/admin')).toBe('dashboard.open');
  expect(rightForPath('/admin/order-history/')).toBe('orders.readHistory');
  expect(rightForPath('/admin/manage-team/7')).toBe('team.read');
  expect(rightForPath('/admin/view-order/MjAwOTQy')).toBe('order.read');
  expect(rightForPath('/admin/nowhere')).toBeNull();
});
