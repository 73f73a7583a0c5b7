import { type ComponentProps, useEffect, useId, useState } from 'react';
import type { CallInput } from 'shared/api/call';
import { documentCalls } from 'shared/api/documentCalls';
import { chooseInput, teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { type CallError, queryClient, useAction, useCall, useCallForm, useSession } from 'shared/desk';
import { ConfirmDialog, OutboxNote } from 'shared/kit';
import { Button, Field, Note, PasswordField, useIsMounted } from 'shared/kit/base';
import type { Role } from 'shared/rules/permissions';
import { isDemotion, isPromotion, mayChangeMember } from 'shared/rules/team';
import * as v from 'valibot';
import { OfflineHint, SubmitButton } from '../settingsParts.tsx';
import styles from './MemberForm.module.css';

export const toastId = 'team';

interface MemberFormProps {
  /** Null for a new member. */
  member: TeamMember | null;
  /** Called on Cancel, and after saving unless the form has unmounted. */
  onLeave?: () => void;
}

type PasswordSchema = v.GenericSchema<string | undefined, string>;
const notAsked: PasswordSchema = v.optional(v.string(), '');
const optionalPassword: PasswordSchema = teamCalls.updateMember.input.entries.password;
const required: PasswordSchema = chooseInput.entries.password;

/** Adds or changes a member. An empty password keeps the old one or, on promotion, sends a link (rule 14.29). */
export function MemberForm({ member, onLeave }: MemberFormProps) {
  const mounted = useIsMounted();
  const isSelf = useSession(({ user }) => user?.id === member?.id);
  const [method, setMethod] = useState<PasswordMethod>('set');
  const form = useCallForm(teamCalls.updateMember, {
    fields: ['name', 'email', 'type'],
    mode: 'onTouched',
    own: { password: method === 'link' ? notAsked : member ? optionalPassword : required },
    defaultValues: { name: member?.name ?? '', email: member?.email ?? '', type: member?.type ?? '', password: '' },
  });
  const { register, handleSubmit, reset, setFocus, watch, formState } = form;
  const { errors } = formState;
  const providers = useCall(documentCalls.mailProviders, {}, { enabled: method === 'link' });
  const options = { onDone: () => done(), onFailed: refused, toastId };
  const add = useAction(teamCalls.addMember, options);
  const update = useAction(teamCalls.updateMember, options);
  const pending = add.pending || update.pending;
  const type = watch('type');
  const promoted = member !== null && type !== '' && isPromotion(member.type, type as Role);
  const passwordHint = member && !promoted ? 'Leave blank to keep the current password.' : 'At least 6 characters.';
  // The demotion that awaits confirmation.
  const [demotion, setDemotion] = useState<CallInput<typeof teamCalls.updateMember> | null>(null);

  function done() {
    refetchDesk();
    // The page has been left.
    if (!mounted.current) return;
    if (!member) {
      reset();
      setMethod('set');
      setFocus('name');
    }
    onLeave?.();
  }

  function refused(failure: CallError) {
    form.setServerErrors(failure);
    refetchDesk();
  }

  const isEdited = member !== null;
  useEffect(() => {
    // On every route change the screen focuses its heading. Focus the field after that.
    if (isEdited) queueMicrotask(() => setFocus('name'));
  }, [isEdited, setFocus]);

  const submit = handleSubmit(({ password, ...typed }) => {
    const input = { ...typed, ...(method === 'link' ? { password: '', sendLink: 'Y' as const } : { password }) };
    if (!member) return void add.run(input);
    const change = { ...input, tmId: member.id };
    if (isDemotion(member.type, input.type) && member.unfinished_orders > 0) setDemotion(change);
    else void update.run(change);
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
      <PasswordMethodField method={method} onMethod={setMethod} />
      {method === 'link' ? (
        <OutboxNote providers={providers.data?.data} />
      ) : (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={passwordHint}
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      <RoleField only={isSelf ? member!.type : null} chosen={type} error={errors.type?.message} {...register('type')} />
      {member && (
        <p className={styles.after}>
          {promoted
            ? `${member.name} will be signed out. Unless you set a password here, we’ll email them a link to choose one.`
            : 'Changing name, email, role or password signs them out.'}
        </p>
      )}
      <div className={styles.buttons}>
        <SubmitButton pending={pending}>
          {pending ? 'Saving…' : member ? 'Save changes' : 'Add team member'}
        </SubmitButton>
        {onLeave && (
          <Button variant="outlined" color="secondary" onClick={onLeave}>
            Cancel
          </Button>
        )}
        <OfflineHint>What you typed is kept.</OfflineHint>
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
          <ReleasedOrders orders={member!.unfinished_orders} />
        </ConfirmDialog>
      )}
    </form>
  );
}

/** Also called after a refusal, because the list may be out of date. */
const refetchDesk = () => void queryClient.invalidateQueries({ queryKey: ['desk'] });

const hints: Readonly<Record<Role, string>> = {
  Admin: 'Processes orders and manages the gateway and the whole team.',
  Manager: 'Processes orders and manages the gateway and the team, except Admins and Managers.',
  Team: 'Processes orders.',
  Telecaller: 'Processes orders. Cannot see Order History.',
  'Night Staff': 'Processes orders. Cannot see team, gateway or password settings.',
};

interface RoleFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  /** The only role to offer, for members who edit themselves. Null offers all that the signed-in member may assign. */
  only: Role | null;
  chosen: string | undefined;
  error: string | undefined;
}

function RoleField({ only, chosen, error, ...select }: RoleFieldProps) {
  const id = useId();
  const { data, error: failure, isFetching, refetch } = useCall(teamCalls.teamRoles, {});
  const role = useSession((session) => session.role);
  const offered = only ? [only] : (data?.data ?? []).filter((one) => mayChangeMember(role, one));
  // Until the roles have loaded, show only the member's current role.
  const roles = chosen && !offered.includes(chosen as Role) ? [chosen as Role, ...offered] : offered;
  const again = async () => {
    if (isFetching) return;
    // Move the focus, because the button unmounts.
    if ((await refetch()).isSuccess) document.getElementById(id)?.focus();
  };
  return (
    <>
      <Field
        id={id}
        className={styles.role}
        label="Role"
        hint={only ? 'You can’t change your own role.' : chosen ? hints[chosen as Role] : undefined}
        error={error}
        control={(wiring) => (
          <select {...select} {...wiring}>
            <option value="">Select a role</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </select>
        )}
      />
      {failure && !data && !only && (
        <Note
          kind="warning"
          role="status"
          action={
            <Button variant="text" size="tiny" aria-disabled={isFetching} onClick={() => void again()}>
              Retry
            </Button>
          }
        >
          The roles could not be loaded. {failure.message}
        </Note>
      )}
    </>
  );
}

/** Whether the password is set here, or chosen by the member with a link. */
type PasswordMethod = 'link' | 'set';

const methods: readonly (readonly [PasswordMethod, string])[] = [
  ['set', 'Set a password'],
  ['link', 'Send a link to choose a password'],
];

function PasswordMethodField({
  method,
  onMethod,
}: {
  method: PasswordMethod;
  onMethod: (method: PasswordMethod) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.ways}>
      <legend>Password setup</legend>
      {methods.map(([value, label]) => (
        <label key={value} className={styles.way}>
          <input type="radio" name={name} value={value} checked={method === value} onChange={() => onMethod(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Says how many orders are released (rule 14.27). */
export function ReleasedOrders({ orders }: { orders: number }) {
  if (orders === 0) return 'They have no unfinished orders.';
  const [what, willReturn] =
    orders === 1
      ? ['1 unfinished order', 'will return to its folder']
      : [`${orders.toLocaleString('en-US')} unfinished orders`, 'will return to their folders'];
  return (
    <>
      <b>{what}</b> {willReturn} for others to take.
    </>
  );
}
