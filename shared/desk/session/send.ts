/** The staff's client of the API: it carries the session's token, and a 401 ends that session. A federated singleton. */
import toast from 'react-hot-toast/headless';
import { makeSend } from '../../api/send.ts';
import { signOut, useSession } from './session.ts';

export const send = makeSend({
  token: () => useSession.getState().accessToken,
  onDeadSession: (message) => {
    // Several calls of one page die together: the session ends once, with one toast.
    if (!useSession.getState().isAuth) return;
    signOut();
    toast.error(message);
  },
});
