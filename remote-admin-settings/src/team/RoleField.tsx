import { useId, type ComponentProps } from 'react';
import { teamCalls } from 'shared/api/teamCalls';
import { queryKeys, useCall, useSession } from 'shared/desk';
import { Note } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import type { Role } from 'shared/rules/permissions';
import { mayChangeMember } from 'shared/rules/team';
import styles from './MemberForm.module.css';

/** What each role is for, beside the table of rights (rules 2.2). */
const hints: Readonly<Record<Role, string>> = {
  Admin: 'Processes orders, and changes the gateway and the whole team.',
  Manager: 'Processes orders, and changes the gateway and the team, but for Admins and Managers.',
  Team: 'Processes orders.',
  Telecaller: 'Processes orders. Cannot see Order History.',
  'Night Staff': 'Processes orders. Cannot see team, gateway or password settings.',
};

interface RoleFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  /** The one role that there is to choose: nobody changes their own. Null: those that one may give. */
  only: Role | null;
  chosen: string | undefined;
  error: string | undefined;
}

/** The member's role. Takes what `register('type')` gives. */
export function RoleField({ only, chosen, error, ...select }: RoleFieldProps) {
  const id = useId();
  const {
    data,
    error: failure,
    isFetching,
    refetch,
  } = useCall(teamCalls.teamRoles, {}, { key: queryKeys.teamRoles() });
  const role = useSession((session) => session.role);
  const offered = only ? [only] : (data?.data ?? []).filter((one) => mayChangeMember(role, one));
  // What a member has is there before the roles are.
  const roles = chosen && !offered.includes(chosen as Role) ? [chosen as Role, ...offered] : offered;
  const again = async () => {
    if (isFetching) return;
    // The button leaves once they are there.
    if ((await refetch()).isSuccess) document.getElementById(id)?.focus();
  };
  return (
    <>
      <Field
        id={id}
        label="Role"
        hint={only ? 'Nobody changes their own role.' : chosen ? hints[chosen as Role] : undefined}
        error={error}
        control={(wiring) => (
          <select {...select} {...wiring} className={styles.select}>
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
              Load the roles again
            </Button>
          }
        >
          The roles could not be loaded. {failure.message}
        </Note>
      )}
    </>
  );
}
