/** The members of the team, and how they come to their passwords: rules 14.1 to 14.9, 14.21 to 14.27. */
import * as v from 'valibot';
import { roles } from '../rules/permissions.ts';
import { call, nothing } from './call.ts';
import { emailField, flag, isoTimestamp, requiredText, wholeNumber } from './fields.ts';
import { passwordField } from './passwordField.ts';
import { oneLine } from './visibleText.ts';

export const noSuchTeamMember = 'There is no such team member. Somebody may have deleted them.';
const memberId = wholeNumber(1, 2_147_483_647, noSuchTeamMember);

const passwordRequired = 'Please enter your password.';
const newPassword = passwordField(passwordRequired);

const typed = {
  name: v.pipe(requiredText('Please enter your name.'), oneLine, v.maxLength(80, 'A name has at most 80 characters.')),
  email: v.pipe(
    emailField('Please enter your email.', 'Please enter your email.'),
    v.maxLength(254, 'An e-mail address has at most 254 characters.'),
  ),
  type: v.pipe(v.optional(v.string('Please select type.'), ''), v.picklist(roles, 'Please select type.')),
  /** Empty: none is set. */
  password: v.optional(v.union([v.literal(''), newPassword], passwordRequired), ''),
  /** 'Y': a link to choose a password is sent to the e-mail address. */
  sendLink: flag,
};

/** On adding there is a password, or a link to choose one. */
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

export const chooseInput = v.strictObject({
  token: v.pipe(v.string('This link is not whole.'), v.nonEmpty('This link is not whole.'), v.maxLength(200)),
  password: newPassword,
});

/** How far the link is that a member was sent last. */
const linkStates = ['queued', 'sent', 'expired', 'failed'] as const;

export const teamMember = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  /** The role. */
  type: v.picklist(roles),
  /** Orders in their My Orders: what is not finished. */
  unfinished_orders: v.number(),
  /** False: they have not chosen one yet, and cannot sign in. */
  has_password: v.boolean(),
  /** Not used yet; null: there is none. */
  link: v.nullable(
    v.object({
      state: v.picklist(linkStates),
      /** Why it failed, or that it lies in the outbox. */
      reason: v.nullable(v.string()),
      /** Null: not sent yet. */
      expires_at: v.nullable(isoTimestamp),
    }),
  ),
});
export type TeamMember = v.InferOutput<typeof teamMember>;

const taken = 'Another member has this name or e-mail';

export const teamCalls = {
  team: call({
    method: 'GET',
    path: '/admin/get-team-member-list',
    needs: 'team.read',
    summary: 'The members of the team: by role, then by name',
    input: nothing,
    data: v.array(teamMember),
  }),
  teamRoles: call({
    method: 'GET',
    path: '/admin/get-team-member-type',
    needs: 'team.read',
    summary: 'The roles of the team',
    input: nothing,
    data: v.array(v.picklist(roles)),
  }),
  teamMember: call({
    method: 'GET',
    path: '/admin/team-member-info/:id',
    needs: 'team.read',
    summary: 'One member',
    refuses: { 404: noSuchTeamMember },
    input: v.object({ id: memberId }),
    data: teamMember,
  }),
  addMember: call({
    method: 'POST',
    path: '/admin/add-team-member',
    needs: 'team.change',
    summary: 'Add a member, with a password or with a link to choose one',
    refuses: { 403: 'Only an Admin may add an Admin or a Manager', 409: taken },
    input: addInput,
    data: v.object({ id: v.number() }),
  }),
  updateMember: call({
    method: 'POST',
    path: '/admin/update-team-member',
    needs: 'team.change',
    summary:
      'Change a member; an empty password stays what it was, and with a lesser role their unfinished orders go back',
    refuses: {
      403: 'Only an Admin may change an Admin or a Manager, or make somebody one',
      404: noSuchTeamMember,
      409: `${taken}; or it is one’s own role`,
    },
    input: v.strictObject({ ...typed, tmId: memberId }),
    /** How many orders go back: 0 unless the role is a lesser one. */
    data: v.object({ unfinished_orders: v.number() }),
  }),
  deleteMember: call({
    method: 'PUT',
    path: '/admin/delete-team-member',
    needs: 'team.change',
    summary: 'Delete a member; their unfinished orders go back to their folders',
    refuses: { 403: 'Only an Admin may delete an Admin or a Manager', 404: noSuchTeamMember, 409: 'It is oneself' },
    input: v.strictObject({ teamMemberId: memberId }),
    /** How many orders go back. */
    data: v.object({ unfinished_orders: v.number() }),
  }),
  choosePassword: call({
    method: 'POST',
    path: '/admin/choose-password',
    needs: 'anyone',
    summary: 'Choose a password by the link of a mail: once, within a day',
    refuses: { 404: 'The link was used, is too old, or a newer one was sent' },
    input: chooseInput,
    /** Whose password it is now. */
    data: v.object({ id: v.number(), email: v.string() }),
  }),
};
