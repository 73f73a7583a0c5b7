import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { signInLeadsBack, useSession } from 'shared/desk';
// For its effect: when a session ends, what it knew is forgotten.
import './logOut.ts';

/**
 * Shows what lies below to a signed-in member and leads everybody else to the login, which leads back here. Where the member
 * ended the session it does not: after Logout the next one to sign in may be somebody else.
 */
export function SignedInOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (isAuth) return;
    void navigate('/', { replace: true, state: signInLeadsBack() ? { from: `${pathname}${search}${hash}` } : null });
  }, [isAuth, navigate, pathname, search, hash]);

  return isAuth ? <Outlet /> : null;
}
