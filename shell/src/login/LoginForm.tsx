import { sessionCalls } from 'shared/api/sessionCalls';
import { useCallForm, useSession } from 'shared/desk';
import { Field, PasswordField } from 'shared/kit/base';
import classes from './LoginForm.module.css';
import { logIn } from './logIn.ts';
import { useRetryWait } from './useRetryWait.ts';

/** E-mail and password. The texts are the contract's own; what the server says comes as a toast. */
export function LoginForm() {
  const loading = useSession((session) => session.loading);
  const wait = useRetryWait();
  const { register, handleSubmit, refuse, setFocus, trigger, formState } = useCallForm(sessionCalls.login, {
    fields: ['email', 'password'],
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  // On leaving a field only what was typed is judged: an empty one that somebody passes is not wrong yet.
  const judge = (name: 'email' | 'password') => ({
    onBlur: (event: { target: { value: string } }) => event.target.value && trigger(name),
  });

  const submit = handleSubmit(async (login) => {
    const failure = await logIn(login);
    if (!failure) return;
    if (failure.retryAfter) wait.start(failure.retryAfter);
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
        {...register('email', judge('email'))}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', judge('password'))}
      />
      <button type="submit" className={classes.submit} disabled={loading}>
        {loading ? 'Signing in…' : 'Sign In'}
      </button>
      {wait.seconds > 0 && <p className={classes.wait}>{`You can try again in ${wait.seconds} s.`}</p>}
    </form>
  );
}
