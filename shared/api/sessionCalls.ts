/** Signing in and out, one's own password: rules 3.2, 3.12, 14.14, 21.2. */
import * as v from 'valibot';
import { roles } from '../rules/permissions.ts';
import { call, nothing } from './call.ts';
import { emailField } from './fields.ts';
import { passwordField } from './passwordField.ts';

export const loginInput = v.strictObject({
  email: emailField('Email Address is required', 'Invalid email address'),
  password: v.pipe(v.optional(v.string('Password is required'), ''), v.nonEmpty('Password is required')),
});

/** What the token's payload says of its member. */
export const sessionUser = v.object({ id: v.number(), name: v.string(), type: v.picklist(roles) });
export type SessionUser = v.InferOutput<typeof sessionUser>;

const member = v.object({ ...sessionUser.entries, email: v.string() });

export const wrongPassword = 'This is not your current password.';

export const sessionCalls = {
  login: call({
    method: 'POST',
    path: '/admin/admin-login',
    needs: 'anyone',
    writes: 'little',
    summary: 'Sign in with e-mail and password',
    input: loginInput,
    data: member,
    beside: { jwtToken: v.string() },
  }),
  logout: call({
    method: 'POST',
    path: '/admin/logout',
    needs: 'session.end',
    writes: 'little',
    summary: 'End the session; its token is dead at once',
    input: nothing,
    data: v.null(),
  }),
  userInfo: call({
    method: 'GET',
    path: '/user_info',
    needs: 'session.read',
    summary: 'The signed-in member',
    input: nothing,
    data: member,
  }),
  changePassword: call({
    method: 'POST',
    path: '/admin/change-password',
    needs: 'password.change',
    summary:
      'Change one’s own password, with the current one unless the session is younger than five minutes; ends all sessions of the member',
    refuses: { 429: 'Too many wrong current passwords' },
    input: v.strictObject({
      newPassword: passwordField('Please enter your New Password.', 'New Password'),
      /** The current one. May be left out within five minutes of signing in. */
      oldPassword: v.optional(v.pipe(v.string(wrongPassword), v.maxLength(128, wrongPassword))),
    }),
    data: v.null(),
  }),
};
