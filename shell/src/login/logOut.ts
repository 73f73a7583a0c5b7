import { sessionCalls } from 'shared/api/sessionCalls';
import { queryClient, send, signOut, useSession } from 'shared/desk';

/** Logout: ends the session here at once, and at the server without waiting for it; the router then leads to `/`. */
export function logOut() {
  // Sent before the token is gone from the store, which it is read from.
  send(sessionCalls.logout, {}).catch(() => {
    // Offline, or dead already: on this device the session has ended all the same.
  });
  signOut({ byLogout: true });
}

// However a session ends or changes hands (Logout, a dead one, another tab): what it knew must not show to the next.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) queryClient.clear();
});
