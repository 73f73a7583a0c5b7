import { useEffect, useEffectEvent } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { sessionCalls } from 'shared/api/sessionCalls';
import { queryClient, send, shouldReturnAfterSignIn, signOut, useSession } from 'shared/desk';

/**
 * Without a session, redirects to the sign-in. The sign-in returns to this page, except after Logout: the next member
 * may be somebody else.
 */
export function SignedInOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const here = useLocation();
  const { location: next } = useNavigation();
  const navigate = useNavigate();

  const leadToLogin = useEffectEvent(() => {
    // A screen's first call can end the session while the router is still navigating.
    const { pathname, search, hash } = next ?? here;
    void navigate('/', {
      replace: true,
      state: shouldReturnAfterSignIn() ? { from: `${pathname}${search}${hash}` } : null,
    });
  });
  useEffect(() => {
    if (!isAuth) leadToLogin();
  }, [isAuth]);

  return isAuth ? <Outlet /> : null;
}

/** Ends the session here at once, without waiting for the server. The router then redirects to `/`. */
export function logOut() {
  // Send this before the token is removed.
  send(sessionCalls.logout, {}).catch(() => {
    // Offline or expired: either way, this device is signed out.
  });
  signOut({ byLogout: true });
}

// When the member changes (Logout, expiry, another tab), the previous member's data must not be shown.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) queryClient.clear();
});
