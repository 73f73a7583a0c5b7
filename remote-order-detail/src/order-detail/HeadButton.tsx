import { useState } from 'react';
import { CircleCheck, Undo2, Upload, type LucideIcon } from 'lucide-react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { forgetActionsOf, useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { may } from 'shared/rules/permissions';
import { asksFirst } from '../remarks/asksFirst.ts';
import { MoveQuestion } from '../remarks/MoveQuestion.tsx';
import { headAction, type HeadAction } from './headAction.ts';
import { useOrderAction } from './useOrderAction.ts';

interface HeadButtonProps {
  order: OrderDetails;
  /** Another button of the page has the fill: a document is chosen and waits to be sent. */
  quiet: boolean;
  onUpload: () => void;
}

interface Look {
  label: string;
  icon: LucideIcon;
  keys?: string;
}

const looks: Readonly<Record<Exclude<HeadAction, null>, Look>> = {
  upload: { label: 'Upload Document', icon: Upload, keys: 'D' },
  complete: { label: 'Move to Completed', icon: CircleCheck },
  refund: { label: 'Refunded it', icon: Undo2 },
};

/**
 * The next thing a person will do with this order. One button, whatever it does: after a move by it the focus is still
 * there. It keeps its label and the focus while it runs.
 */
export function HeadButton({ order, quiet, onUpload }: HeadButtonProps) {
  const { order_id: orderId, version } = order;
  const role = useSession(({ role: own }) => own);
  const [asking, setAsking] = useState(false);
  const action = headAction(order);
  const move = useOrderAction(orderCalls.move, {
    notDone: () => 'Your move to Completed was not made',
    moves: () => true,
  });
  const refund = useOrderAction(orderCalls.completeRefund, {
    notDone: () => 'The refund was not completed',
    moves: () => true,
    onDone: () => forgetActionsOf(orderId),
  });
  if (action === null || (action === 'refund' && !may(role, 'order.refund'))) return null;

  const complete = () => move.run({ orderId, updatingStatus: 'Completed', version });
  const question = asksFirst('Completed', order);
  const press = {
    upload: onUpload,
    complete: () => (question ? setAsking(true) : void complete()),
    refund: () => void refund.run({ orderId }),
  }[action];
  const { label, icon: Icon, keys } = looks[action];
  const pending = move.pending || refund.pending;
  return (
    <>
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        aria-keyshortcuts={keys}
        aria-busy={pending}
        aria-disabled={pending}
        startIcon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => !pending && press()}
      >
        {label}
      </Button>
      <MoveQuestion
        order={order}
        asked={asking ? question : null}
        pending={pending}
        onConfirm={() => void complete().then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
