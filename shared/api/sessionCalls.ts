/** Signing in and out, changing one's password: rules 3.2, 3.12, 14.14, 21.2. */
import * as v from 'valibot';
import { roles } from '../rules/permissions.ts';
import { call, noInput } from './call.ts';
import { emailField, passwordField } from './fields/fields.ts';

export const loginInput = v.strictObject({
  email: emailField('Email Address is required', 'Invalid email address'),
  password: v.pipe(v.optional(v.string('Password is required'), ''), v.nonEmpty('Password is required')),
});

/** The member in the token's payload. */
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
    summary: 'Sign in with email and password',
    input: loginInput,
    data: member,
    extras: { jwtToken: v.string() },
  }),
  logout: call({
    method: 'POST',
    path: '/admin/logout',
    needs: 'session.end',
    writes: 'little',
    summary: 'End the session; its token expires at once',
    input: noInput,
    data: v.null(),
  }),
  userInfo: call({
    method: 'GET',
    path: '/user_info',
    needs: 'session.read',
    summary: 'The signed-in member',
    input: noInput,
    data: member,
  }),
  changePassword: call({
    method: 'POST',
    path: '/admin/change-password',
    needs: 'password.change',
    summary:
      'Change your password. Needs the current one if you signed in over five minutes ago. Ends all your sessions',
    refuses: { 429: 'Too many wrong current passwords' },
    input: v.strictObject({
      newPassword: passwordField('Please enter your New Password.', 'New Password'),
      /** Optional within five minutes of signing in. */
      oldPassword: v.optional(v.pipe(v.string(wrongPassword), v.maxLength(128, wrongPassword))),
    }),
    data: v.null(),
  }),
};
