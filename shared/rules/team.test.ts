import { roles } from './permissions.ts';
import { mayChangeMember } from './team.ts';

test('an Admin may assign every role, a Manager all but leads, and others none', () => {
  expect(
    Object.fromEntries(roles.map((role) => [role, roles.filter((given) => mayChangeMember(role, given))])),
  ).toEqual({
    Admin: ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'],
    Manager: ['Team', 'Telecaller', 'Night Staff'],
    Team: [],
    Telecaller: [],
    'Night Staff': [],
  });
});

test('without a session nobody may change a member', () => {
  expect(roles.filter((role) => mayChangeMember(null, role))).toEqual([]);
});
