import { sessionCalls } from 'shared/api/sessionCalls';
import { signOut, useAction, useCall, useCallForm } from 'shared/desk';
import { Card } from 'shared/kit';
import { PasswordField, Screen } from 'shared/kit/base';
import { OfflineReason, SubmitButton } from '../settingsParts.tsx';
import classes from './UpdatePassword.module.css';

/** Changes one's own password. It ends every session, this one too, so the sign-in comes next (rules 14.15). */
export function UpdatePasswordScreen() {
  const { data: me } = useCall(sessionCalls.userInfo, {});
  const { register, handleSubmit, refuse, formState } = useCallForm(sessionCalls.changePassword, {
    fields: ['oldPassword', 'newPassword'],
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '' },
  });
  const change = useAction(sessionCalls.changePassword, {
    place: 'update password',
    onDone: () => signOut({ leadsBack: false }),
    onFailed: refuse,
  });
  return (
    <Screen title="Update Password">
      <Card label="Your password" className={classes.card}>
        <form
          className={classes.form}
          noValidate
          onSubmit={handleSubmit(
            ({ oldPassword, newPassword }) =>
              // The contract's one field is enough shortly after signing in.
              void change.run(oldPassword ? { oldPassword, newPassword } : { newPassword }),
          )}
        >
          {/* Nobody sees it: it tells a password manager whose password this is. */}
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
          <p className={classes.about}>
            You are signed out wherever you are signed in, here as well, and sign in again with the new password.
          </p>
          <div className={classes.end}>
            <SubmitButton pending={change.pending}>Update Password</SubmitButton>
            <OfflineReason>What you typed is kept.</OfflineReason>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
