/** The API client of the staff site: sends the session's token and signs out on 401. A federated singleton. */
import toast from 'react-hot-toast/headless';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { CallError, makeSend, type Send, type SendOptions } from '../../api/client/send.ts';
import { markInactiveStale } from '../calls/queryClient.ts';
import { syncServerClock } from './clock.ts';
import { signOut, useSession } from './session.ts';

const ask = makeSend({
  token: () => useSession.getState().accessToken,
  fetch: fetchAndSyncClock,
  onDeadSession: (message) => {
    // Several calls may fail together: sign out once, with one toast.
    if (!useSession.getState().isAuth) return;
    signOut();
    toast.error(message);
  },
});

/** Rejects with a `CallError` or the abort's reason. After a write, marks queries not on screen as stale. */
export const send: Send = async (call, input, options) => {
  try {
    return await ask(call, input, options);
  } finally {
    if (call.method !== 'GET' && call.writes !== 'nothing') markInactiveStale();
  }
};

async function fetchAndSyncClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  syncServerClock(response);
  return response;
}

const retryAfterMs = 1_000;

/** Sends a call and, if no response arrives, sends it once more with the same key. */
export async function sendWithRetry<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: SendOptions,
): Promise<Answer<C>> {
  try {
    return await send(call, input, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.httpStatus !== 0 || !navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return send(call, input, options);
  }
}
