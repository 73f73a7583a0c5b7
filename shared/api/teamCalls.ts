/** Team members and their passwords: rules 14.1 to 14.8, 14.21 to 14.27. */
import * as v from 'valibot';
import { roles } from '../rules/permissions.ts';
import { call, noInput } from './call.ts';
import { emailField, flag, isoTimestamp, passwordField, requiredText, wholeNumber } from './fields/fields.ts';
import { oneLine } from './fields/visibleText.ts';

export const teamMemberNotFound = 'This team member doesn’t exist. They may have been deleted.';
const memberId = wholeNumber(1, 2_147_483_647, teamMemberNotFound);

const passwordRequired = 'Please enter your password.';
const newPassword = passwordField(passwordRequired);

const typed = {
  name: v.pipe(
    requiredText('Please enter your name.'),
    oneLine,
    v.maxLength(80, 'A name can have at most 80 characters.'),
  ),
  email: v.pipe(
    emailField('Please enter your email.', 'Please enter your email.'),
    v.maxLength(254, 'An email address can have at most 254 characters.'),
  ),
  type: v.pipe(v.optional(v.string('Please select type.'), ''), v.picklist(roles, 'Please select type.')),
  /**
   * If empty, a new member gets only a link. An existing member keeps the old password or, if promoted, gets a link
   * instead (rule 14.29).
   */
  password: v.optional(v.union([v.literal(''), newPassword], passwordRequired), ''),
  /** 'Y': email a link to choose a password. */
  sendLink: flag,
};

const addInput = v.pipe(
  v.strictObject(typed),
  v.forward(
    v.partialCheck(
      [['password'], ['sendLink']],
      ({ password, sendLink }) => password !== '' || sendLink === 'Y',
      passwordRequired,
    ),
    ['password'],
  ),
);

const token = v.pipe(v.string('This link is incomplete.'), v.nonEmpty('This link is incomplete.'), v.maxLength(200));

export const chooseInput = v.strictObject({ token, password: newPassword });

const linkStates = ['queued', 'sent', 'expired', 'failed'] as const;

export const teamMember = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  type: v.picklist(roles),
  /** How many orders their My Orders folder holds. */
  unfinished_orders: v.number(),
  /** A member without a password cannot sign in. */
  has_password: v.boolean(),
  /** Their unused link to choose a password. */
  link: v.nullable(
    v.object({
      state: v.picklist(linkStates),
      /** Why sending failed, or that the link is in the outbox. */
      reason: v.nullable(v.string()),
      /** Null until the link is sent. */
      expires_at: v.nullable(isoTimestamp),
    }),
  ),
});
export type TeamMember = v.InferOutput<typeof teamMember>;

const taken = 'Another member has this name or email';

export const teamCalls = {
  team: call({
    method: 'GET',
    path: '/admin/get-team-member-list',
    needs: 'team.read',
    summary: 'The members of the team: by role, then by name',
    input: noInput,
    data: v.array(teamMember),
  }),
  teamRoles: call({
    method: 'GET',
    path: '/admin/get-team-member-type',
    needs: 'team.read',
    summary: 'The roles of the team',
    input: noInput,
    data: v.array(v.picklist(roles)),
  }),
  teamMember: call({
    method: 'GET',
    path: '/admin/team-member-info/:id',
    needs: 'team.read',
    summary: 'One member',
    refuses: { 404: teamMemberNotFound },
    input: v.object({ id: memberId }),
    data: teamMember,
  }),
  addMember: call({
    method: 'POST',
    path: '/admin/add-team-member',
    needs: 'team.change',
    summary: 'Add a member with a password, or email them a link to choose one',
    refuses: { 403: 'Only an Admin may add an Admin or a Manager', 409: taken },
    input: addInput,
    data: v.object({ id: v.number() }),
  }),
  updateMember: call({
    method: 'POST',
    path: '/admin/update-team-member',
    needs: 'team.change',
    summary:
      'Change a member. An empty password keeps the old one; a role with fewer rights unassigns their unfinished orders',
    refuses: {
      403: 'Only an Admin may change an Admin or a Manager, or assign these roles',
      404: teamMemberNotFound,
      409: `${taken}, or you tried to change your own role`,
    },
    input: v.strictObject({ ...typed, tmId: memberId }),
    /** The number of released orders: 0 unless the new role has fewer rights. */
    data: v.object({ unfinished_orders: v.number() }),
  }),
  deleteMember: call({
    method: 'PUT',
    path: '/admin/delete-team-member',
    needs: 'team.change',
    summary: 'Delete a member; their unfinished orders return to their folders',
    refuses: {
      403: 'Only an Admin may delete an Admin or a Manager',
      404: teamMemberNotFound,
      409: 'You cannot delete yourself',
    },
    input: v.strictObject({ teamMemberId: memberId }),
    data: v.object({ unfinished_orders: v.number() }),
  }),
  checkPasswordLink: call({
    method: 'POST',
    path: '/admin/check-password-link',
    needs: 'anyone',
    writes: 'little',
    summary: 'Check whether an emailed link still works',
    refuses: { 404: 'The link was used, has expired, or was replaced' },
    input: v.strictObject({ token }),
    data: v.null(),
  }),
  choosePassword: call({
    method: 'POST',
    path: '/admin/choose-password',
    needs: 'anyone',
    summary: 'Choose a password with an emailed link, once, within a day',
    refuses: { 404: 'The link was used, has expired, or was replaced' },
    input: chooseInput,
    data: v.object({ id: v.number(), email: v.string() }),
  }),
};
