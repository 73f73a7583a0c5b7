import type { FastifyInstance } from 'fastify';
import { sessionCalls } from 'shared/api/sessionCalls';
import { teamCalls } from 'shared/api/teamCalls';
import { defaultProvider } from '../mail/queueMail.ts';
import { deleteSession } from '../http/session.ts';
import { serve } from '../http/serve.ts';
import { checkPasswordLink, choosePassword } from './choosePassword.ts';
import { changePassword, checkCurrentPassword } from './changePassword.ts';
import { deviceCookie, readKnownDevice, signIn } from './signIn.ts';
import { hashNewPassword } from './password.ts';

export function sessionRoutes(app: FastifyInstance) {
  const { secret, settings } = app.context;
  const provider = defaultProvider(settings);
  serve(app, sessionCalls.login, async ({ email, password }, { db, ip, headers, setCookie }) => {
    const knownDevice = await readKnownDevice(secret, headers.cookie);
    const signedIn = await signIn(db, secret, { email, password, address: ip, mark: knownDevice });
    setCookie(await deviceCookie(secret, signedIn.mark, settings));
    const data = { ...signedIn.user, email: signedIn.email };
    return { message: 'Signed in successfully', data, jwtToken: signedIn.token };
  });
  serve(app, sessionCalls.logout, async (_input, { db, member }) => {
    await deleteSession(db, member.sessionId);
    return { message: 'Signed out', data: null };
  });
  serve(app, teamCalls.checkPasswordLink, ({ token }, { db, ip }) => checkPasswordLink(db, { token, address: ip }));
  serve(app, teamCalls.choosePassword, ({ token, password }, { db, ip }) =>
    choosePassword(db, { token, password, address: ip, provider }),
  );
  serve(app, sessionCalls.userInfo, async (_input, { member: { id, name, email, role } }) => ({
    message: 'Signed in',
    data: { id, name, email, type: role },
  }));
  serve<typeof sessionCalls.changePassword, string>(
    app,
    sessionCalls.changePassword,
    (_input, { db, member, prepared }) => changePassword(db, prepared, member, provider),
    {
      prepare: async ({ oldPassword, newPassword }, { member, ip }) => {
        await checkCurrentPassword(app.context.database.db, { oldPassword, member, address: ip });
        return hashNewPassword(newPassword);
      },
    },
  );
}
