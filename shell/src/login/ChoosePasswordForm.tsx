import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { teamCalls } from 'shared/api/teamCalls';
import {
  CallError,
  send,
  serverNow,
  signOut,
  toastError,
  toastSuccess,
  useCallForm,
  useSecondsLeft,
  useSession,
} from 'shared/desk';
import { PasswordField } from 'shared/kit/base';
import classes from './LoginForm.module.css';

interface ChoosePasswordFormProps {
  token: string;
  /** The link opens nothing (any more). */
  onDead: (error: CallError) => void;
}

/** The new password. Once it is chosen the sign-in comes, and the address with the token leaves the history. */
export function ChoosePasswordForm({ token, onDead }: ChoosePasswordFormProps) {
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const wait = useSecondsLeft(retryAt);
  const { register, handleSubmit, refuse, formState } = useCallForm(teamCalls.choosePassword, {
    fields: ['password'],
    mode: 'onTouched',
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    if (sending) return;
    setSending(true);
    try {
      const { message, data } = await send(teamCalls.choosePassword, { token, password });
      toastSuccess(message, { id: 'login' });
      // With the password their sessions have ended. Of somebody else's in this browser nothing is known here.
      if (useSession.getState().user?.id === data.id) signOut();
      void navigate('/', { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSending(false);
      if (error.httpStatus === 404) return onDead(error);
      if (error.retryAfter) setRetryAt(serverNow() + error.retryAfter * 1000);
      toastError(error.message, { id: 'login' });
      refuse(error);
    }
  });

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        autoFocus
        hint="At least 6 characters."
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <button type="submit" className={classes.submit} disabled={sending}>
        {sending ? 'Saving…' : 'Save password'}
      </button>
      {wait > 0 && <p className={classes.wait}>{`You can try again in ${wait} s.`}</p>}
    </form>
  );
}
