import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { chooseInput, teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { useAction, useCallForm, useSession } from 'shared/desk';
import { Button, Field, PasswordField } from 'shared/kit/base';
import { OutboxNote } from './OutboxNote.tsx';
import { PasswordWay, type Way } from './PasswordWay.tsx';
import { RoleField } from './RoleField.tsx';
import styles from './MemberForm.module.css';

interface MemberFormProps {
  /** The one that is changed; null: a new one. */
  member: TeamMember | null;
  onSaved: () => void;
  onCancel?: () => void;
}

type PasswordSchema = v.GenericSchema<string | undefined, string>;
const notAsked: PasswordSchema = v.optional(v.string(), '');
const kept: PasswordSchema = teamCalls.updateMember.input.entries.password;
const required: PasswordSchema = chooseInput.entries.password;

/** Adds a member, or changes one: an empty password stays what it was (rules 14.3). */
export function MemberForm({ member, onSaved, onCancel }: MemberFormProps) {
  const isSelf = useSession(({ user }) => user?.id === member?.id);
  const [way, setWay] = useState<Way>(member ? 'set' : 'link');
  const form = useCallForm(teamCalls.updateMember, {
    fields: ['name', 'email', 'type'],
    own: { password: way === 'link' ? notAsked : member ? kept : required },
    defaultValues: { name: member?.name ?? '', email: member?.email ?? '', type: member?.type ?? '', password: '' },
  });
  const { register, handleSubmit, reset, setFocus, watch, formState } = form;
  const { errors } = formState;
  const options = { onDone: () => done(), onFailed: form.refuse };
  const add = useAction(teamCalls.addMember, options);
  const update = useAction(teamCalls.updateMember, options);
  const pending = add.pending || update.pending;

  function done() {
    if (!member) {
      reset();
      setWay('link');
      setFocus('name');
    }
    onSaved();
  }

  const isEdited = member !== null;
  useEffect(() => {
    // After the heading, which takes the focus with each address.
    if (isEdited) queueMicrotask(() => setFocus('name'));
  }, [isEdited, setFocus]);

  const submit = handleSubmit(({ password, ...typed }) => {
    const input = { ...typed, ...(way === 'link' ? { password: '', sendLink: 'Y' as const } : { password }) };
    void (member ? update.run({ ...input, tmId: member.id }) : add.run(input));
  });

  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordWay way={way} onWay={setWay} />
      {way === 'link' ? (
        <OutboxNote />
      ) : (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={member ? 'Left empty, it stays what it was.' : undefined}
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      <RoleField
        only={isSelf ? member!.type : null}
        chosen={watch('type')}
        error={errors.type?.message}
        {...register('type')}
      />
      {member && <p className={styles.after}>With another name, role or password they have to sign in again.</p>}
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" aria-busy={pending} aria-disabled={pending}>
          {pending ? 'Saving…' : member ? 'Save changes' : 'Add team member'}
        </Button>
        {onCancel && (
          <Button variant="outlined" color="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
