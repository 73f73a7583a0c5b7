import { teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, queryKeys, useAction, useCall } from 'shared/desk';
import { ConfirmDialog } from 'shared/kit';
import { GoingBack } from './GoingBack.tsx';
import { toastPlace } from './MemberForm.tsx';

interface DeleteMemberProps {
  member: TeamMember;
  onDeleted: (member: TeamMember) => void;
  /** It was not done; also when it was refused. */
  onCancel: () => void;
}

/** Asks before a member is deleted, and says how many orders go back, as it is at this moment. */
export function DeleteMember({ member, onDeleted, onCancel }: DeleteMemberProps) {
  const id = String(member.id);
  const { data } = useCall(teamCalls.teamMember, { id }, { key: queryKeys.teamMember(id), keepPrevious: false });
  const remove = useAction(teamCalls.deleteMember, {
    place: toastPlace,
    onDone: () => onDeleted(member),
    onFailed: () => {
      onCancel();
      // The list it was chosen from may be old.
      void queryClient.invalidateQueries({ queryKey: queryKeys.team() });
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
