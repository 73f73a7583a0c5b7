import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, queryOptions, refreshFolderCounts, useAction, useCall, useSession } from 'shared/desk';
import { Card, ConfirmDialog, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { Note, Screen, useMounted } from 'shared/kit/base';
import { may, whoMay } from 'shared/rules/permissions';
import { mayChangeMember } from 'shared/rules/team';
import styles from './ManageTeamScreen.module.css';
import { MemberForm, toastPlace } from './MemberForm.tsx';
import { TeamTable } from './TeamTable.tsx';

const listPath = '/admin/manage-team';

/** How often the list is read anew while a link is on its way. */
const lookMs = 2_000;

/** `/admin/manage-team`, and with a member's id the same with the form to edit that one (rules 14.1). */
export function ManageTeamScreen() {
  const { teamMemberId } = useParams();
  const navigate = useNavigate();
  const role = useSession((session) => session.role);
  const mayChange = may(role, 'team.change');
  const team = useCall(teamCalls.team, {}, { refetchInterval: isLinkOnItsWay() && lookMs });
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const members = team.data?.data;
  const mounted = useMounted();
  const { list, leaves } = useFocusWhenLost(members?.length);

  const backToList = () => void navigate(listPath);
  const deleted = (member: TeamMember) => {
    leaves(members?.findIndex(({ id }) => id === member.id) ?? 0);
    setLeaving(null);
    // The list alone: an open page of the deleted member would ask for them once more.
    void queryClient.invalidateQueries({ ...queryOptions(teamCalls.team, {}), exact: true });
    void refreshFolderCounts();
    if (mounted.current && teamMemberId === String(member.id)) backToList();
  };

  return (
    <Screen title="Manage Team" count={members ? members.length : null}>
      {!mayChange && (
        <Note kind="info" className={styles.note}>
          {`Only ${whoMay('team.change')} can change this.`}
        </Note>
      )}
      {team.error && members && (
        <RetryNote className={styles.note} retrying={team.isFetching} onRetry={() => void team.refetch()}>
          The list could not be refreshed. What you see may be old.
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
            <EditMember key={teamMemberId} id={teamMemberId} onSaved={backToList} onCancel={backToList} />
          ))}
      </div>
      {leaving && <DeleteMember member={leaving} onDeleted={deleted} onCancel={() => setLeaving(null)} />}
    </Screen>
  );
}

/** Of the members as they were answered last. */
const isLinkOnItsWay = () =>
  queryClient
    .getQueryData(queryOptions(teamCalls.team, {}).queryKey)
    ?.data.some(({ link }) => link?.state === 'queued') ?? false;

/** Where a row goes that had the focus, the row in its place takes it: else the keyboard begins at the top of the page again. */
function useFocusWhenLost(rows: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  const place = useRef(0);
  useEffect(() => {
    const isLess = rows !== undefined && before.current !== undefined && rows < before.current;
    before.current = rows;
    if (isLess && document.activeElement === document.body) rowToFocus(list.current!, place.current).focus();
  }, [rows]);
  /** From now on the row at this index is the one that goes. */
  const leaves = (index: number) => void (place.current = index);
  return { list, leaves };
}

/** What can be pressed in the row at this index, or in the nearest one above it; the list where nothing can. */
function rowToFocus(list: HTMLElement, index: number): HTMLElement {
  const rows = [...list.querySelectorAll('tbody tr')].slice(0, index + 1);
  const presses = rows.flatMap((row) => row.querySelector<HTMLElement>('a, button') ?? []);
  return presses.at(-1) ?? list.querySelector<HTMLElement>('tbody a, tbody button') ?? list;
}

interface EditMemberProps {
  /** As it stands in the address. */
  id: string;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of the member whom the address names, once their data is there; else why there is none. */
function EditMember({ id, onSaved, onCancel }: EditMemberProps) {
  const role = useSession((session) => session.role);
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useCall(
    teamCalls.teamMember,
    { id },
    { keepPrevious: false },
  );
  // What is known from before may be old, and a form that began with it would write it back.
  const member = isFetchedAfterMount ? data?.data : undefined;
  if (!member && error && (error.httpStatus === 404 || error.httpStatus === 400)) {
    return (
      <Card title="Edit a team member">
        <Note kind="warning">
          There is no such team member. <Link to="/admin/manage-team">Add a team member</Link>
        </Note>
      </Card>
    );
  }
  if (!member) {
    return (
      <Card title="Edit a team member" padded={false}>
        {error ? (
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
        <MemberForm member={member} onSaved={onSaved} onCancel={onCancel} />
      ) : (
        <Note kind="info">{`Only ${whoMay('team.changeLeads')} can change this.`}</Note>
      )}
    </Card>
  );
}

interface DeleteMemberProps {
  member: TeamMember;
  onDeleted: (member: TeamMember) => void;
  /** It was not done; also when it was refused. */
  onCancel: () => void;
}

/** Asks before a member is deleted, and says how many orders go back, as it is at this moment. */
function DeleteMember({ member, onDeleted, onCancel }: DeleteMemberProps) {
  const id = String(member.id);
  const { data } = useCall(teamCalls.teamMember, { id }, { keepPrevious: false });
  const remove = useAction(teamCalls.deleteMember, {
    place: toastPlace,
    onDone: () => onDeleted(member),
    onFailed: () => {
      onCancel();
      // The list it was chosen from may be old.
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
      <b dir="auto">{member.name}</b> is signed out at once.{' '}
      <GoingBack orders={data?.data.unfinished_orders ?? member.unfinished_orders} />
    </ConfirmDialog>
  );
}

/** How many orders of a member go back, said before it is done (rules 14.27). */
export function GoingBack({ orders }: { orders: number }) {
  if (orders === 0) return 'They have no unfinished orders.';
  if (orders === 1) {
    return (
      <>
        <b>1 unfinished order</b> goes back to its folder for others to take.
      </>
    );
  }
  return (
    <>
      <b>{orders.toLocaleString('en-US')} unfinished orders</b> go back to their folders for others to take.
    </>
  );
}
