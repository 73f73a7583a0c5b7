/** The staff's client of the API: it carries the session's token, and a 401 ends that session. A federated singleton. */
import toast from 'react-hot-toast/headless';
import { makeSend, type Send } from '../../api/send.ts';
import { distrustUnseen } from '../calls/queryClient.ts';
import { hearServerTime } from './serverClock.ts';
import { signOut, useSession } from './session.ts';

const ask = makeSend({
  token: () => useSession.getState().accessToken,
  fetch: fetchAndHear,
  onDeadSession: (message) => {
    // Several calls of one page die together: the session ends once, with one toast.
    if (!useSession.getState().isAuth) return;
    signOut();
    toast.error(message);
  },
});

/** Rejects with a `CallError`. After a change, what was read before it is not trusted. */
export const send: Send = async (call, input, options) => {
  try {
    return await ask(call, input, options);
  } finally {
    if (call.method !== 'GET' && call.writes !== 'nothing') distrustUnseen();
  }
};

async function fetchAndHear(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  hearServerTime(response);
  return response;
}
