import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, queryOptions, refreshFolderCounts, useAction, useCall, useSession } from 'shared/desk';
import { Card, ConfirmDialog, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { Note, Screen, useIsMounted } from 'shared/kit/base';
import { may, rolesText } from 'shared/rules/permissions';
import { mayChangeMember } from 'shared/rules/team';
import styles from './ManageTeamScreen.module.css';
import { MemberForm, toastId, ReleasedOrders } from './MemberForm.tsx';
import { TeamTable } from './TeamTable.tsx';

const listPath = '/admin/manage-team';

/** The polling interval while a password link is being sent, in milliseconds. */
const lookMs = 2_000;

/** `/admin/manage-team`. With a member's id in the URL, it shows the form to edit them (rule 14.1). */
export function ManageTeamScreen() {
  const { teamMemberId } = useParams();
  const navigate = useNavigate();
  const role = useSession((session) => session.role);
  const mayChange = may(role, 'team.change');
  const team = useCall(teamCalls.team, {}, { refetchInterval: isLinkOnItsWay() && lookMs });
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const members = team.data?.data;
  const mounted = useIsMounted();
  const { list, leaves } = useFocusWhenLost(members?.length);

  const backToList = () => void navigate(listPath);
  const deleted = (member: TeamMember) => {
    leaves(members?.findIndex(({ id }) => id === member.id) ?? 0);
    setLeaving(null);
    // Refetch only the list, because a refetch of the deleted member would fail.
    void queryClient.invalidateQueries({ ...queryOptions(teamCalls.team, {}), exact: true });
    void refreshFolderCounts();
    if (mounted.current && teamMemberId === String(member.id)) backToList();
  };

  return (
    <Screen title="Manage Team" count={members ? members.length : null}>
      {!mayChange && (
        <Note kind="info" className={styles.note}>
          {`Only ${rolesText('team.change')} can change this.`}
        </Note>
      )}
      {team.error && members && (
        <RetryNote className={styles.note} retrying={team.isFetching} onRetry={() => void team.refetch()}>
          The list could not be refreshed. It may be out of date.
        </RetryNote>
      )}
      <div className={mayChange ? styles.split : undefined}>
        <div ref={list} tabIndex={-1} className={styles.list}>
          <Card label="Team members" padded={false}>
            {members ? (
              <TeamTable members={members} editedId={teamMemberId} onDelete={setLeaving} />
            ) : team.error ? (
              <FailedState
                title="The team could not be loaded"
                error={team.error}
                onRetry={() => void team.refetch()}
                retrying={team.isFetching}
              />
            ) : (
              <SkeletonRows rows={5} rowHeight={49} />
            )}
          </Card>
        </div>
        {mayChange &&
          (teamMemberId === undefined ? (
            <Card title="Add a team member">
              <MemberForm member={null} />
            </Card>
          ) : (
            <EditMember key={teamMemberId} id={teamMemberId} onLeave={backToList} />
          ))}
      </div>
      {leaving && <DeleteMember member={leaving} onDeleted={deleted} onCancel={() => setLeaving(null)} />}
    </Screen>
  );
}

const isLinkOnItsWay = () =>
  queryClient
    .getQueryData(queryOptions(teamCalls.team, {}).queryKey)
    ?.data.some(({ link }) => link?.state === 'queued') ?? false;

/** When a focused row leaves, focuses the row that takes its place. */
function useFocusWhenLost(rows: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  const place = useRef(0);
  useEffect(() => {
    const isLess = rows !== undefined && before.current !== undefined && rows < before.current;
    before.current = rows;
    if (isLess && document.activeElement === document.body) rowToFocus(list.current!, place.current).focus();
  }, [rows]);
  /** Call before the row at this index leaves. */
  const leaves = (index: number) => void (place.current = index);
  return { list, leaves };
}

/**
 * Returns the control in the row at this index or, if it has none, in the nearest row above that has one. Otherwise
 * returns the first control below or, without any, the list itself.
 */
function rowToFocus(list: HTMLElement, index: number): HTMLElement {
  const rows = [...list.querySelectorAll('tbody tr')].slice(0, index + 1);
  const presses = rows.flatMap((row) => row.querySelector<HTMLElement>('a, button') ?? []);
  return presses.at(-1) ?? list.querySelector<HTMLElement>('tbody a, tbody button') ?? list;
}

function EditMember({ id, onLeave }: { id: string; onLeave: () => void }) {
  const role = useSession((session) => session.role);
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useCall(
    teamCalls.teamMember,
    { id },
    { keepPrevious: false },
  );
  // Wait for fresh data, because the form would write old data back.
  const member = isFetchedAfterMount ? data?.data : undefined;
  const isUnknown = error?.httpStatus === 404 || error?.httpStatus === 400;
  if (!member) {
    return (
      <Card title="Edit a team member" padded={isUnknown}>
        {isUnknown ? (
          <Note kind="warning">
            This team member doesn’t exist. <Link to={listPath}>Add a team member</Link>
          </Note>
        ) : error ? (
          <FailedState
            title="The team member could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonRows rows={4} rowHeight={72} />
        )}
      </Card>
    );
  }
  return (
    <Card title={`Edit ${member.name}`}>
      {mayChangeMember(role, member.type) ? (
        <MemberForm member={member} onLeave={onLeave} />
      ) : (
        <Note kind="info">{`Only ${rolesText('team.changeLeads')} can change this.`}</Note>
      )}
    </Card>
  );
}

interface DeleteMemberProps {
  member: TeamMember;
  onDeleted: (member: TeamMember) => void;
  onCancel: () => void;
}

function DeleteMember({ member, onDeleted, onCancel }: DeleteMemberProps) {
  const id = String(member.id);
  const { data } = useCall(teamCalls.teamMember, { id }, { keepPrevious: false });
  const remove = useAction(teamCalls.deleteMember, {
    toastId: toastId,
    onDone: () => onDeleted(member),
    onFailed: () => {
      onCancel();
      // The list may be out of date.
      void queryClient.invalidateQueries({ queryKey: ['desk'] });
    },
  });
  return (
    <ConfirmDialog
      open
      destructive
      title="Are you sure you want to delete?"
      confirmLabel={`Delete ${member.name}`}
      pendingLabel="Deleting…"
      pending={remove.pending}
      onConfirm={() => void remove.run({ teamMemberId: member.id })}
      onCancel={onCancel}
    >
      <b dir="auto">{member.name}</b> will be signed out immediately.{' '}
      <ReleasedOrders orders={data?.data.unfinished_orders ?? member.unfinished_orders} />
    </ConfirmDialog>
  );
}
