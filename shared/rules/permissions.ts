/** Permissions by role: rule 2.2. Anything not listed is refused. */

export const roles = ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const;

export type Role = (typeof roles)[number];

const everyone: readonly Role[] = roles;
const leads: readonly Role[] = ['Admin', 'Manager'];
const notAtNight: readonly Role[] = ['Admin', 'Manager', 'Team', 'Telecaller'];

export const permissions = {
  'dashboard.open': everyone,
  'orders.read': everyone,
  'orders.readHistory': ['Admin', 'Manager', 'Team', 'Night Staff'],
  'order.read': everyone,
  'order.assign': everyone,
  'order.assignOthers': leads,
  'order.release': everyone,
  'order.releaseOthers': leads,
  'order.move': everyone,
  'order.delete': leads,
  'order.deleteFromMyOrders': ['Admin'],
  'order.restore': leads,
  'order.refund': everyone,
  'order.undo': everyone,
  'order.remark': everyone,
  'order.handle': everyone,
  'snippets.changeTeam': leads,
  'order.upload': everyone,
  'order.mail': everyone,
  'order.evidence': everyone,
  'invoice.send': everyone,
  'summary.countries': everyone,
  'summary.processedBy': leads,
  'team.read': notAtNight,
  'team.change': leads,
  'team.changeLeads': ['Admin'],
  'gateway.read': notAtNight,
  'gateway.change': leads,
  'password.change': notAtNight,
  'session.read': everyone,
  'session.end': everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof permissions;

/** False for unknown roles and actions. */
export function may(role: Role | null | undefined, action: Action): boolean {
  return (holdersOf(action) as readonly (Role | null | undefined)[]).includes(role);
}

/** "Admin and Manager"; "Nobody" for an unknown action. */
export function rolesText(action: Action): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(holdersOf(action)) || 'Nobody';
}

// A newer remote may name an action that this table lacks.
function holdersOf(action: Action): readonly Role[] {
  return Object.hasOwn(permissions, action) ? permissions[action] : [];
}
