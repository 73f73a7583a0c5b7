import { sessionCalls } from 'shared/api/sessionCalls';
import { signOut, useAction, useCall, useCallForm } from 'shared/desk';
import { Card } from 'shared/kit';
import { PasswordField, Screen } from 'shared/kit/base';
import { OfflineHint, SubmitButton } from '../settingsParts.tsx';
import classes from './UpdatePassword.module.css';

/** Changes the member's password. Ends all sessions, including this one (rule 14.15). */
export function UpdatePasswordScreen() {
  const { data: me } = useCall(sessionCalls.userInfo, {});
  const { register, handleSubmit, setServerErrors, formState } = useCallForm(sessionCalls.changePassword, {
    fields: ['oldPassword', 'newPassword'],
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '' },
  });
  const change = useAction(sessionCalls.changePassword, {
    toastId: 'update password',
    onDone: () => signOut({ shouldReturn: false }),
    onFailed: setServerErrors,
  });
  return (
    <Screen title="Update Password">
      <Card label="Your password" className={classes.card}>
        <form
          className={classes.form}
          noValidate
          onSubmit={handleSubmit(
            ({ oldPassword, newPassword }) =>
              // Soon after signing in, the new password alone is enough.
              void change.run(oldPassword ? { oldPassword, newPassword } : { newPassword }),
          )}
        >
          {/* Tells password managers whose password this is. */}
          <input hidden readOnly type="text" name="username" autoComplete="username" value={me?.data.email ?? ''} />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint="You can leave it blank within five minutes of signing in."
            error={formState.errors.oldPassword?.message}
            {...register('oldPassword')}
          />
          <PasswordField
            label="New Password"
            autoComplete="new-password"
            hint="At least 6 characters."
            error={formState.errors.newPassword?.message}
            {...register('newPassword')}
          />
          <p className={classes.about}>You’ll be signed out everywhere. Sign in with your new password.</p>
          <div className={classes.end}>
            <SubmitButton pending={change.pending}>Update Password</SubmitButton>
            <OfflineHint>What you typed is kept.</OfflineHint>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
