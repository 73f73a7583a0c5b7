import { useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { BidiName, ConfirmDialog } from 'shared/kit';
import { mayDelete } from 'shared/rules/folders';
import { movesFrom, type MoveTarget } from 'shared/rules/orderStatus';
import { MoveToolbar } from './MoveToolbar.tsx';
import type { PendingRemark } from './useRemarkActions.ts';

interface MoveBarProps {
  order: OrderDetails;
  /** A comment is written and goes with the move. */
  withComment: boolean;
  /** The label takes a line of its own, since the composer is open. */
  labelAbove: boolean;
  moving: PendingRemark;
  onMove: (target: MoveTarget) => Promise<void>;
}

/** The moves of this order that this person may make. Deleted is asked about first. */
export function MoveBar({ order, withComment, labelAbove, moving, onMove }: MoveBarProps) {
  const role = useSession(({ role: own }) => own);
  const [asking, setAsking] = useState(false);
  const { process_status: status, assigned_to_me: assignedToMe } = order;
  const deletes = role !== null && mayDelete(role, { status, assignedToMe });
  const targets = movesFrom(status).filter((target) => target !== 'Deleted' || deletes);

  return (
    <>
      <MoveToolbar
        labelAbove={labelAbove}
        label={withComment ? 'Comment and move to' : 'Move to'}
        targets={targets}
        moving={moving}
        onMove={(target) => (target === 'Deleted' ? setAsking(true) : void onMove(target))}
      />
      <ConfirmDialog
        open={asking}
        title="Are you sure you want to delete?"
        confirmLabel={`Delete order ${order.order_id}`}
        pendingLabel="Deleting…"
        destructive
        pending={moving === 'Deleted'}
        onCancel={() => setAsking(false)}
        onConfirm={() => void onMove('Deleted').then(() => setAsking(false))}
      >
        The order of <BidiName name={order.full_name} /> goes to Deleted Orders. An Admin or a Manager can restore it.
      </ConfirmDialog>
    </>
  );
}
