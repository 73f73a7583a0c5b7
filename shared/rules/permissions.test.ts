import { may, permissions, roles, rolesText, type Action, type Role } from './permissions.ts';

test('an unknown action or role has no permission', () => {
  expect(may('Admin', 'orders.burn' as Action)).toBe(false);
  expect(may('Owner' as Role, 'orders.read')).toBe(false);
  expect(may(null, 'orders.read')).toBe(false);
});

/** The permissions that some roles lack, copied by hand from rule 2.2. */
const narrowRights: [Action, Role[]][] = [
  ['orders.readHistory', ['Admin', 'Manager', 'Team', 'Night Staff']],
  ['summary.processedBy', ['Admin', 'Manager']],
  ['team.read', ['Admin', 'Manager', 'Team', 'Telecaller']],
  ['gateway.read', ['Admin', 'Manager', 'Team', 'Telecaller']],
  ['password.change', ['Admin', 'Manager', 'Team', 'Telecaller']],
  ['team.change', ['Admin', 'Manager']],
  ['gateway.change', ['Admin', 'Manager']],
  ['team.changeLeads', ['Admin']],
  ['snippets.changeTeam', ['Admin', 'Manager']],
  ['order.delete', ['Admin', 'Manager']],
  ['order.deleteFromMyOrders', ['Admin']],
  ['order.restore', ['Admin', 'Manager']],
  ['order.assignOthers', ['Admin', 'Manager']],
  ['order.releaseOthers', ['Admin', 'Manager']],
];

test.each(narrowRights)('%s belongs to %s', (action, holders) => {
  expect(roles.filter((role) => may(role, action))).toEqual(holders);
});

test('every role has all other permissions', () => {
  const narrow = (Object.keys(permissions) as Action[]).filter((action) => permissions[action].length < roles.length);
  expect(narrow.sort()).toEqual(narrowRights.map(([action]) => action).sort());
});

test('the roles with a permission are listed in a sentence', () => {
  expect(rolesText('team.change')).toBe('Admin and Manager');
});

test.each(['order.fly', 'constructor'])('nobody has a permission that does not exist: %s', (right) => {
  expect(roles.filter((role) => may(role, right as Action))).toEqual([]);
  expect(rolesText(right as Action)).toBe('Nobody');
});
