import type { Role } from 'shared/rules/permissions';

export const demoMembers: readonly { name: string; email: string; role: Role }[] = [
  { name: 'Ada Admin', email: 'admin@demo.test', role: 'Admin' },
  { name: 'Max Manager', email: 'manager@demo.test', role: 'Manager' },
  { name: 'Tia Team', email: 'team@demo.test', role: 'Team' },
  { name: 'Theo Telecaller', email: 'telecaller@demo.test', role: 'Telecaller' },
  { name: 'Nia Night', email: 'night@demo.test', role: 'Night Staff' },
];

export const demoPassword = 'arrival-desk';
