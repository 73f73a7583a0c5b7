import { useEffect, useEffectEvent } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { shouldReturnAfterSignIn, useSession } from 'shared/desk';
// Imported for its side effect: clears data when a session ends.
import './logOut.ts';

/**
 * Redirects to the sign-in without a session. The sign-in then returns here, except after Logout: the next member may
 * be somebody else.
 */
export function SignedInOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const here = useLocation();
  const { location: next } = useNavigation();
  const navigate = useNavigate();

  const leadToLogin = useEffectEvent(() => {
    // A screen's first call can end the session before the router has finished navigating.
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
