import { roles } from './permissions.ts';
import { mayChangeMember } from './team.ts';

test('an Admin gives every role, a Manager those that are no leads, and nobody else any', () => {
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

test('whoever is not signed in changes nobody', () => {
  expect(roles.filter((role) => mayChangeMember(null, role))).toEqual([]);
});
