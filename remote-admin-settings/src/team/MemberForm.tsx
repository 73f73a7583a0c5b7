import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { chooseInput, teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, queryKeys, useAction, useCallForm, useSession, type CallError } from 'shared/desk';
import type { CallInput } from 'shared/api/call';
import { ConfirmDialog } from 'shared/kit';
import { Button, Field, PasswordField } from 'shared/kit/base';
import type { Role } from 'shared/rules/permissions';
import { isDemotion, isPromotion } from 'shared/rules/team';
import { judgedOnLeaving } from '../judgedOnLeaving.ts';
import { OfflineReason } from '../OfflineReason.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { useMounted } from '../useMounted.ts';
import { GoingBack } from './GoingBack.tsx';
import { OutboxNote } from './OutboxNote.tsx';
import { PasswordWay, type Way } from './PasswordWay.tsx';
import { RoleField } from './RoleField.tsx';
import styles from './MemberForm.module.css';

/** What is told of the team: each takes the place of the one before. */
export const toastPlace = 'team';

interface MemberFormProps {
  /** The one that is changed; null: a new one. */
  member: TeamMember | null;
  /** Saved, and the person is still here. */
  onSaved?: () => void;
  onCancel?: () => void;
}

type PasswordSchema = v.GenericSchema<string | undefined, string>;
const notAsked: PasswordSchema = v.optional(v.string(), '');
const kept: PasswordSchema = teamCalls.updateMember.input.entries.password;
const required: PasswordSchema = chooseInput.entries.password;

/** Adds a member, or changes one: an empty password stays what it was (rules 14.3). */
export function MemberForm({ member, onSaved, onCancel }: MemberFormProps) {
  const mounted = useMounted();
  const isSelf = useSession(({ user }) => user?.id === member?.id);
  const [way, setWay] = useState<Way>('set');
  const form = useCallForm(teamCalls.updateMember, {
    fields: ['name', 'email', 'type'],
    own: { password: way === 'link' ? notAsked : member ? kept : required },
    defaultValues: { name: member?.name ?? '', email: member?.email ?? '', type: member?.type ?? '', password: '' },
  });
  const { register, handleSubmit, reset, setFocus, watch, formState } = form;
  const { errors } = formState;
  const options = { onDone: () => done(), onFailed: refused, place: toastPlace };
  const add = useAction(teamCalls.addMember, options);
  const update = useAction(teamCalls.updateMember, options);
  const pending = add.pending || update.pending;
  const type = watch('type');
  const promoted = member !== null && type !== '' && isPromotion(member.type, type as Role);
  const passwordHint = member && !promoted ? 'Leave blank to keep the current password.' : 'At least 6 characters.';
  // To a lesser role: asked about first.
  const [demotion, setDemotion] = useState<CallInput<typeof teamCalls.updateMember> | null>(null);

  function done() {
    readAnew();
    // Whoever left meanwhile is not called back.
    if (!mounted.current) return;
    if (!member) {
      reset();
      setWay('set');
      setFocus('name');
    }
    onSaved?.();
  }

  function refused(failure: CallError) {
    form.refuse(failure);
    readAnew();
  }

  const isEdited = member !== null;
  useEffect(() => {
    // After the heading, which takes the focus with each address.
    if (isEdited) queueMicrotask(() => setFocus('name'));
  }, [isEdited, setFocus]);

  const submit = handleSubmit(({ password, ...typed }) => {
    const input = { ...typed, ...(way === 'link' ? { password: '', sendLink: 'Y' as const } : { password }) };
    if (!member) return void add.run(input);
    const change = { ...input, tmId: member.id };
    if (isDemotion(member.type, input.type) && member.unfinished_orders > 0) setDemotion(change);
    else void update.run(change);
  });

  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <Field
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', judgedOnLeaving(form, 'name'))}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', judgedOnLeaving(form, 'email'))}
      />
      <PasswordWay way={way} onWay={setWay} />
      {way === 'link' ? (
        <OutboxNote />
      ) : (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={passwordHint}
          error={errors.password?.message}
          {...register('password', judgedOnLeaving(form, 'password'))}
        />
      )}
      <RoleField
        only={isSelf ? member!.type : null}
        chosen={type}
        error={errors.type?.message}
        {...register('type', judgedOnLeaving(form, 'type'))}
      />
      {member && (
        <p className={styles.after}>
          {promoted
            ? `${member.name} will be signed out and sent a link to choose a new password, unless you set one here.`
            : 'Changing name, email, role or password signs them out.'}
        </p>
      )}
      <div className={styles.buttons}>
        <SubmitButton pending={pending}>
          {pending ? 'Saving…' : member ? 'Save changes' : 'Add team member'}
        </SubmitButton>
        {onCancel && (
          <Button variant="outlined" color="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <OfflineReason>What you typed is kept.</OfflineReason>
      </div>
      {demotion && (
        <ConfirmDialog
          open
          title={`Change ${member!.name} to ${demotion.type}?`}
          confirmLabel="Save changes"
          pendingLabel="Saving…"
          pending={pending}
          onConfirm={() => void update.run(demotion).then(() => setDemotion(null))}
          onCancel={() => setDemotion(null)}
        >
          <GoingBack orders={member!.unfinished_orders} />
        </ConfirmDialog>
      )}
    </form>
  );
}

/** Also after a refusal: the list that was looked at may be old. */
const readAnew = () => void queryClient.invalidateQueries({ queryKey: queryKeys.team() });
