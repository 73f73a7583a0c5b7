import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { CallInput } from 'shared/api/call';
import { sessionCalls } from 'shared/api/sessionCalls';
import {
  CallError,
  dismissToast,
  send,
  serverNow,
  signedIn,
  signInFailed,
  signingIn,
  toastError,
  toastSuccess,
  useCallForm,
  useSecondsLeft,
  useSession,
} from 'shared/desk';
import { Field, PasswordField } from 'shared/kit/base';
import classes from './LoginScreen.module.css';
import { SignInFrame, SubmitButton } from './SignInFrame.tsx';

/** `/`: sign-in, or a redirect for a signed-in member. */
export function SignedOutOnly() {
  const isAuth = useSession((session) => session.isAuth);
  const { state } = useLocation() as { state: { from?: string } | null };
  return isAuth ? <Navigate to={state?.from ?? '/admin'} replace /> : <LoginScreen />;
}

function LoginScreen() {
  useEffect(() => {
    document.title = 'New Zealand';
  }, []);
  const loading = useSession((session) => session.loading);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const wait = useSecondsLeft(retryAt);
  const { register, handleSubmit, setError, setServerErrors, setFocus, formState } = useCallForm(sessionCalls.login, {
    fields: ['email', 'password'],
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (login) => {
    const failure = await logIn(login);
    if (!failure) return;
    if (failure.retryAfter) setRetryAt(serverNow() + failure.retryAfter * 1000);
    setServerErrors(failure);
    // Show the message under the field as well, because the toast disappears.
    if (failure.httpStatus === 400 && failure.body && !failure.body.errors)
      setError('password', { message: failure.message });
    setFocus('password', { shouldSelect: true });
  });

  return (
    <SignInFrame title="New Zealand" lead="Sign in to process travel declarations.">
      <form className={classes.form} noValidate onSubmit={submit}>
        <Field
          label="Email ID"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton pending={loading}>{loading ? 'Signing in…' : 'Sign In'}</SubmitButton>
        {wait > 0 && <p className={classes.wait}>{`You can try again in ${wait} s.`}</p>}
      </form>
    </SignInFrame>
  );
}

const loginToast = 'login';

/**
 * Signs in and toasts the server's message. A success toast disappears at the next click or key press. Returns the
 * error, or null.
 */
async function logIn(login: CallInput<typeof sessionCalls.login>): Promise<CallError | null> {
  signingIn();
  // Load the next screen while the server checks the password.
  void import(/* webpackChunkName: 'layout' */ '../admin-layout/AdminLayout.tsx').catch(() => undefined);
  try {
    const answer = await send(sessionCalls.login, login);
    toastSuccess(answer.message, { id: loginToast });
    for (const press of ['pointerdown', 'keydown'])
      addEventListener(press, () => dismissToast(loginToast), { once: true, capture: true });
    signedIn(answer.jwtToken);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    signInFailed(error.body?.error?.message ?? error.message);
    toastError(error.message, { id: loginToast });
    return error;
  }
}
