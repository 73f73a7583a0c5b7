import { Link } from 'react-router-dom';
import { teamCalls } from 'shared/api/teamCalls';
import { queryKeys, useCall, useSession } from 'shared/desk';
import { Card, FailedState, Note, SkeletonRows } from 'shared/kit';
import { whoMay } from 'shared/rules/permissions';
import { mayChangeMember } from 'shared/rules/team';
import { MemberForm } from './MemberForm.tsx';

interface EditMemberProps {
  /** As it stands in the address. */
  id: string;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of the member whom the address names, once their data is there; else why there is none. */
export function EditMember({ id, onSaved, onCancel }: EditMemberProps) {
  const role = useSession((session) => session.role);
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useCall(
    teamCalls.teamMember,
    { id },
    { key: queryKeys.teamMember(id), keepPrevious: false },
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
