/** The staff's client of the API: it carries the session's token, and a 401 ends that session. A federated singleton. */
import toast from 'react-hot-toast/headless';
import { forgetEarly, takeEarly } from '../../api/earlyAnswers.ts';
import { makeSend, type Send } from '../../api/send.ts';
import { distrustOrders } from '../calls/queryClient.ts';
import { hearServerTime } from './serverClock.ts';
import { signOut, useSession } from './session.ts';

const ask = makeSend({
  token: () => useSession.getState().accessToken,
  fetch: fetchOrTake,
  onDeadSession: (message) => {
    // Several calls of one page die together: the session ends once, with one toast.
    if (!useSession.getState().isAuth) return;
    signOut();
    toast.error(message);
  },
});

/** Rejects with a `CallError`. After a change nothing is taken that was asked for before it. */
export const send: Send = async (call, input, options) => {
  try {
    return await ask(call, input, options);
  } finally {
    if (call.method !== 'GET') {
      forgetEarly();
      if (call.writes !== 'nothing') distrustOrders();
    }
  }
};

/** What was asked for early is there sooner; when that failed, it is asked for as if it had not been. */
async function fetchOrTake(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(address, init);
  const early =
    request.method === 'GET' &&
    takeEarly(request.url, { token: request.headers.get('Authorization'), signal: request.signal });
  const taken = early && (await early.catch(() => null));
  return taken || fetchNow(request);
}

async function fetchNow(request: Request): Promise<Response> {
  const response = await fetch(request);
  hearServerTime(response);
  return response;
}
