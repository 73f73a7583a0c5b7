import type { CallInput } from 'shared/api/call';
import { sessionCalls } from 'shared/api/sessionCalls';
import { CallError, send, signedIn, signInFailed, signingIn, toastError, toastSuccess } from 'shared/desk';

/** Signs in and toasts the server's message; the router then leads on. Null when it was done, else why not. */
export async function logIn(login: CallInput<typeof sessionCalls.login>): Promise<CallError | null> {
  signingIn();
  // The desk is what comes next: it loads while the server checks the password.
  void import(/* webpackChunkName: 'layout' */ '../admin-layout/AdminLayout.tsx').catch(() => undefined);
  try {
    const answer = await send(sessionCalls.login, login);
    toastSuccess(answer.message, { id: 'login' });
    signedIn(answer.jwtToken);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    signInFailed(error.body?.error?.message ?? error.message);
    toastError(error.message, { id: 'login' });
    return error;
  }
}
