import { sessionCalls } from 'shared/api/sessionCalls';
import { queryClient, send, signOut, useSession } from 'shared/desk';

/** Ends the session here at once, and on the server without waiting. The router then redirects to `/`. */
export function logOut() {
  // Send this before the token is removed.
  send(sessionCalls.logout, {}).catch(() => {
    // Offline or expired: either way, this device is signed out.
  });
  signOut({ byLogout: true });
}

// When the member changes (Logout, expiry, another tab), the previous member's data must not show.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) queryClient.clear();
});
