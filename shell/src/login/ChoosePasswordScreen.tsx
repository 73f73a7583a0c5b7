import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
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
import { PasswordField, productTitle } from 'shared/kit/base';
import classes from './LoginScreen.module.css';
import { SignInFrame, SubmitButton } from './SignInFrame.tsx';

const title = 'Choose a password';
const askAgain = 'This link is incomplete. Open it from the email again, or ask for a new one.';

/** `/choose-password#{token}`, opened from an email (rule 14.21). */
export function ChoosePasswordScreen() {
  const token = useLocation().hash.slice(1);
  useEffect(() => {
    document.title = productTitle;
  }, []);
  // The key resets the screen for another link in the same tab.
  return token ? (
    <ByLink key={token} token={token} />
  ) : (
    <Dead lead="You haven’t chosen a password." reason={askAgain} />
  );
}

/** Chooses a password. The sign-in then replaces this page, so that the history does not keep the token. */
function ByLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<CallError | null>(null);
  const [sending, setSending] = useState(false);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const wait = useSecondsLeft(retryAt);
  const { register, handleSubmit, setServerErrors, formState } = useCallForm(teamCalls.choosePassword, {
    fields: ['password'],
    mode: 'onTouched',
    defaultValues: { password: '' },
  });

  useEffect(() => {
    // Any other failure is reported when the password is sent.
    const failed = (error: unknown) => error instanceof CallError && error.httpStatus === 404 && setRefused(error);
    send(teamCalls.checkPasswordLink, { token }).catch(failed);
  }, [token]);

  const submit = handleSubmit(async ({ password }) => {
    if (sending) return;
    setSending(true);
    try {
      const { message, data } = await send(teamCalls.choosePassword, { token, password });
      toastSuccess(message, { id: 'login' });
      // The new password ended this member's sessions. Another member's session stays.
      if (useSession.getState().user?.id === data.id) signOut();
      void navigate('/', { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSending(false);
      if (error.httpStatus === 404) return setRefused(error);
      if (error.retryAfter) setRetryAt(serverNow() + error.retryAfter * 1000);
      toastError(error.message, { id: 'login' });
      setServerErrors(error);
    }
  });

  // An earlier press may have saved the password although its response was lost.
  const lead = 'This link no longer works. If you have just chosen a password, sign in with it.';
  if (refused) return <Dead lead={lead} reason={refused.message} />;
  return (
    <SignInFrame title={title} lead="You’ll use it to sign in from now on.">
      <form className={classes.form} noValidate onSubmit={submit}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          hint="At least 6 characters."
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <SubmitButton pending={sending}>{sending ? 'Saving…' : 'Save password'}</SubmitButton>
        {wait > 0 && <p className={classes.wait}>{`You can try again in ${wait} s.`}</p>}
      </form>
    </SignInFrame>
  );
}

function Dead({ lead, reason }: { lead: string; reason: string }) {
  return (
    <SignInFrame title={title} lead={lead}>
      <div className={classes.form}>
        <p role="alert">{reason}</p>
        <Link to="/">Go to sign-in</Link>
      </div>
    </SignInFrame>
  );
}
