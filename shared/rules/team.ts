/** Changing team members: rules 2.6, 14.24. */
import { may, roles, type Role } from './permissions.ts';

/** How long the link to choose a password is valid (rule 14.21). */
export const passwordLinkHours = 24;

/** The token follows a `#`, because browsers do not send that part of a URL. */
export const passwordLinkPath = '/choose-password';

/** Whether managing the role requires `team.changeLeads`. */
export const isLead = (role: unknown): boolean => role === 'Admin' || role === 'Manager';

export const mayChangeMember = (role: Role | null, of: Role): boolean =>
  may(role, 'team.change') && (!isLead(of) || may(role, 'team.changeLeads'));

/** `roles` is sorted by permissions, most first (rule 14.27). */
export const isDemotion = (from: Role, to: Role): boolean => roles.indexOf(to) > roles.indexOf(from);

/** Whether a change grants a lead's permissions (rule 14.29). */
export const isPromotion = (from: Role, to: Role): boolean => isLead(to) && isDemotion(to, from);
