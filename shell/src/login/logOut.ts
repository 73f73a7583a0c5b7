import { sessionCalls } from 'shared/api/sessionCalls';
import { queryClient, send, signOut, useSession } from 'shared/desk';

/** Ends the session here at once, and on the server without waiting. The router then redirects to `/`. */
export function logOut() {
  // Sent before the token is removed.
  send(sessionCalls.logout, {}).catch(() => {
    // Offline or expired: this device is signed out anyway.
  });
  signOut({ byLogout: true });
}

// When the member changes (Logout, expiry, another tab), nothing of the previous one may show.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) queryClient.clear();
});
