import { useState } from 'react';
import { sessionCalls } from 'shared/api/sessionCalls';
import { serverNow, useCallForm, useSecondsLeft, useSession } from 'shared/desk';
import { Field, PasswordField } from 'shared/kit/base';
import classes from './LoginForm.module.css';
import { logIn } from './logIn.ts';

/** E-mail and password. The texts are the contract's own; what the server says comes as a toast. */
export function LoginForm() {
  const loading = useSession((session) => session.loading);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const wait = useSecondsLeft(retryAt);
  const { register, handleSubmit, refuse, setFocus, formState } = useCallForm(sessionCalls.login, {
    fields: ['email', 'password'],
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (login) => {
    const failure = await logIn(login);
    if (!failure) return;
    if (failure.retryAfter) setRetryAt(serverNow() + failure.retryAfter * 1000);
    refuse(failure);
    setFocus('password', { shouldSelect: true });
  });

  return (
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
      <button type="submit" className={classes.submit} disabled={loading}>
        {loading ? 'Signing in…' : 'Sign In'}
      </button>
      {wait > 0 && <p className={classes.wait}>{`You can try again in ${wait} s.`}</p>}
    </form>
  );
}
