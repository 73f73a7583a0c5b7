/** The API client of the staff site: sends the session's token and signs out on 401. A federated singleton. */
import toast from 'react-hot-toast/headless';
import { makeSend, type Send } from '../../api/client/send.ts';
import { markInactiveStale } from '../calls/queryClient.ts';
import { syncServerClock } from './clock.ts';
import { signOut, useSession } from './session.ts';

const ask = makeSend({
  token: () => useSession.getState().accessToken,
  fetch: fetchAndHear,
  onDeadSession: (message) => {
    // Several calls may fail together: sign out once, with one toast.
    if (!useSession.getState().isAuth) return;
    signOut();
    toast.error(message);
  },
});

/** Rejects with a `CallError`. Marks hidden queries as stale after a change. */
export const send: Send = async (call, input, options) => {
  try {
    return await ask(call, input, options);
  } finally {
    if (call.method !== 'GET' && call.writes !== 'nothing') markInactiveStale();
  }
};

async function fetchAndHear(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  syncServerClock(response);
  return response;
}
