/** Who may change which member of the team: rules 2.6, 14.24. */
import { may, roles, type Role } from './permissions.ts';

/** For so many hours one can choose a password by the link that was sent (rules 14.21). */
export const passwordLinkHours = 24;

/** The page to choose a password on; the token stands behind its `#`, which no browser sends anywhere. */
export const passwordLinkPath = '/choose-password';

/** Whether members of this role are made, changed and deleted only by who has `team.changeLeads`. */
export const isLead = (role: unknown): boolean => role === 'Admin' || role === 'Manager';

/** Whether `role` may make, change and delete members of the role `of`. */
export const mayChangeMember = (role: Role | null, of: Role): boolean =>
  may(role, 'team.change') && (!isLead(of) || may(role, 'team.changeLeads'));

/** Whether the one role gives less than the other: they stand in the order of what they give (rules 14.27). */
export const isDemotion = (from: Role, to: Role): boolean => roles.indexOf(to) > roles.indexOf(from);

/** Whether the change gives the rights of a lead: somebody with fewer rights may have chosen the password (rules 14.29). */
export const isPromotion = (from: Role, to: Role): boolean => isLead(to) && isDemotion(to, from);
