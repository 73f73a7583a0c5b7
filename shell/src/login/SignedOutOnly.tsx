import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from 'shared/desk';
import { LoginScreen } from './LoginScreen.tsx';

/** `/`: the login; who is signed in goes on to the page first asked for, or to the dashboard. */
export function SignedOutOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const { state } = useLocation() as { state: { from?: string } | null };
  return isAuth ? <Navigate to={state?.from ?? '/admin'} replace /> : <LoginScreen />;
}
