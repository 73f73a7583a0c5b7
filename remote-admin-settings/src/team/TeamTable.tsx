import { Lock, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { TeamMember } from 'shared/api/teamCalls';
import { useSession } from 'shared/desk';
import { Avatar, BidiName, IconButton } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { outboxReason } from 'shared/rules/outbox';
import { may } from 'shared/rules/permissions';
import { mayChangeMember } from 'shared/rules/team';
import styles from './TeamTable.module.css';

interface TeamTableProps {
  members: readonly TeamMember[];
  editedId: string | undefined;
  onDelete: (member: TeamMember) => void;
}

export function TeamTable({ members, editedId, onDelete }: TeamTableProps) {
  const role = useSession((session) => session.role);
  const mayChange = may(role, 'team.change');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            Name
          </th>
          <th scope="col" className={styles.wide}>
            Email
          </th>
          <th scope="col" className={`${styles.wide} ${styles.role}`}>
            Member role
          </th>
          {mayChange && (
            <th scope="col" className={styles.end}>
              Action
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} aria-current={editedId === String(member.id) || undefined}>
            <NameCell member={member} />
            <td className={`${styles.wide} ${styles.second}`}>{member.email}</td>
            <td className={styles.wide}>{member.type}</td>
            {mayChange && <ActionCell member={member} onDelete={onDelete} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NameCell({ member }: { member: TeamMember }) {
  const own = useSession(({ user }) => user?.id === member.id);
  return (
    <td>
      <span className={styles.person}>
        <Avatar id={member.id} name={member.name} />
        <span className={styles.who}>
          <BidiName name={member.name} /> {own && <span className={`tag ${styles.you}`}>You</span>}
          <span className={styles.narrow}>
            {member.type}, {member.email}
          </span>
          <LinkState member={member} />
        </span>
      </span>
    </td>
  );
}

function ActionCell({ member, onDelete }: { member: TeamMember; onDelete: (member: TeamMember) => void }) {
  const { role, user } = useSession();
  const online = useOnline();
  if (!mayChangeMember(role, member.type)) {
    return (
      <td className={styles.end}>
        <span className={styles.locked}>
          <Lock size={13} strokeWidth={1.75} aria-hidden />
          Admins only
        </span>
      </td>
    );
  }
  return (
    <td className={styles.end}>
      <span className={styles.actions}>
        <Button
          component={Link}
          to={`/admin/manage-team/${member.id}`}
          variant="text"
          size="tiny"
          aria-label={`Edit ${member.name}`}
        >
          Edit
        </Button>
        {user?.id === member.id ? (
          <span className={styles.noButton} />
        ) : (
          <IconButton
            aria-label={`Delete ${member.name}`}
            title={online ? 'Delete' : 'You are offline'}
            aria-disabled={!online}
            onClick={() => online && onDelete(member)}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
      </span>
    </td>
  );
}

type LinkStateLink = NonNullable<TeamMember['link']>;

const texts: Readonly<Record<LinkStateLink['state'], string>> = {
  queued: 'The password link is being sent.',
  sent: 'A password link was sent.',
  expired: 'The password link has expired. Send a new one.',
  failed: 'The password link could not be sent.',
};

/** Says why a link failed, or that it is in the outbox. */
function textOf({ state, reason }: LinkStateLink): string {
  if (state === 'sent' && reason === outboxReason) return 'The password link is in the outbox.';
  return state === 'failed' && reason ? `${texts.failed} ${reason}` : texts[state];
}

function LinkState({ member: { has_password: hasPassword, link } }: { member: TeamMember }) {
  if (link) {
    const failed = link.state === 'failed';
    return <span className={failed ? `${styles.link} ${styles.failed}` : styles.link}>{textOf(link)}</span>;
  }
  return hasPassword ? null : <span className={styles.link}>No password yet. Send them a link to choose one.</span>;
}
