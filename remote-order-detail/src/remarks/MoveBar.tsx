import { useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { mayDelete } from 'shared/rules/folders';
import { moveButtons, type MoveTarget } from 'shared/rules/orderStatus';
import { asksFirst } from './asksFirst.ts';
import { MoveQuestion } from './MoveQuestion.tsx';
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

/** The moves of this order that this person may make. Some are asked about first. */
export function MoveBar({ order, withComment, labelAbove, moving, onMove }: MoveBarProps) {
  const role = useSession(({ role: own }) => own);
  const [asking, setAsking] = useState<MoveTarget | null>(null);
  const { process_status: status, assigned_to_me: assignedToMe } = order;
  const deletes = role !== null && mayDelete(role, { status, assignedToMe });
  const targets = moveButtons(status).filter((target) => target !== 'Deleted' || deletes);

  return (
    <>
      <MoveToolbar
        labelAbove={labelAbove}
        label={withComment ? 'Comment and move to' : 'Move to'}
        targets={targets}
        status={status}
        moving={moving}
        onMove={(target) => (asksFirst(target, order) ? setAsking(target) : void onMove(target))}
      />
      <MoveQuestion
        order={order}
        asked={asking && asksFirst(asking, order)}
        pending={moving !== null}
        onCancel={() => setAsking(null)}
        onConfirm={() => asking && void onMove(asking).then(() => setAsking(null))}
      />
    </>
  );
}
