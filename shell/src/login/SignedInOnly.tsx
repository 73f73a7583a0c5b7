import { useEffect, useEffectEvent } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { signInLeadsBack, useSession } from 'shared/desk';
// For its effect: when a session ends, what it knew is forgotten.
import './logOut.ts';

/**
 * Shows what lies below to a signed-in member and leads everybody else to the login, which leads back here. Where the member
 * ended the session it does not: after Logout the next one to sign in may be somebody else.
 */
export function SignedInOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const here = useLocation();
  const { location: next } = useNavigation();
  const navigate = useNavigate();

  const leadToLogin = useEffectEvent(() => {
    // A screen's first call can end the session before the router has arrived there.
    const { pathname, search, hash } = next ?? here;
    void navigate('/', { replace: true, state: signInLeadsBack() ? { from: `${pathname}${search}${hash}` } : null });
  });
  useEffect(() => {
    if (!isAuth) leadToLogin();
  }, [isAuth]);

  return isAuth ? <Outlet /> : null;
}
