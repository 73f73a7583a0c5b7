import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Answer } from 'shared/api/call';
import { teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, queryKeys, refreshFolderCounts, useCall, useSession } from 'shared/desk';
import { Button, Screen } from 'shared/kit/base';
import { Card, FailedState, Note, SkeletonRows } from 'shared/kit';
import { may, whoMay } from 'shared/rules/permissions';
import { useMounted } from '../useMounted.ts';
import { DeleteMember } from './DeleteMember.tsx';
import { EditMember } from './EditMember.tsx';
import { MemberForm } from './MemberForm.tsx';
import { TeamTable } from './TeamTable.tsx';
import styles from './ManageTeamScreen.module.css';

const listPath = '/admin/manage-team';

/** How often the list is read anew while a link is on its way. */
const lookMs = 2_000;

/** `/admin/manage-team`, and with a member's id the same with the form to edit that one (rules 14.1). */
export function ManageTeamScreen() {
  const { teamMemberId } = useParams();
  const navigate = useNavigate();
  const role = useSession((session) => session.role);
  const mayChange = may(role, 'team.change');
  const team = useCall(teamCalls.team, {}, { key: queryKeys.team(), refetchInterval: isLinkOnItsWay() && lookMs });
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const members = team.data?.data;
  const mounted = useMounted();
  const { list, leaves } = useFocusWhenLost(members?.length);

  const backToList = () => void navigate(listPath);
  const deleted = (member: TeamMember) => {
    leaves(members?.findIndex(({ id }) => id === member.id) ?? 0);
    setLeaving(null);
    // The list alone: an open page of the deleted member would ask for them once more.
    void queryClient.invalidateQueries({ queryKey: queryKeys.team(), exact: true });
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
        <Note kind="warning" className={styles.note} action={<Retry onRetry={() => void team.refetch()} />}>
          The list could not be refreshed. What you see may be old.
        </Note>
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
    .getQueryData<Answer<typeof teamCalls.team>>(queryKeys.team())
    ?.data.some(({ link }) => link?.state === 'queued') ?? false;

const Retry = ({ onRetry }: { onRetry: () => void }) => (
  <Button variant="text" size="tiny" onClick={onRetry}>
    Retry
  </Button>
);

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
