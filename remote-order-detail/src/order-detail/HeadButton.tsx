import { CircleCheck, Undo2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { may } from 'shared/rules/permissions';
import { headAction } from './headAction.ts';
import { useOrderAction } from './useOrderAction.ts';

interface HeadButtonProps {
  order: OrderDetails;
  /** Another button of the page has the fill: a document is chosen and waits to be sent. */
  quiet: boolean;
  onUpload: () => void;
}

/** The next thing a person will do with this order. */
export function HeadButton({ order, quiet, onUpload }: HeadButtonProps) {
  const role = useSession(({ role: own }) => own);
  const variant = quiet ? 'outlined' : 'contained';
  const move = useOrderAction(orderCalls.move, { notDone: () => 'Your move to Completed was not made' });
  const refund = useOrderAction(orderCalls.completeRefund, { notDone: () => 'The refund was not completed' });
  const { order_id: orderId, version } = order;

  switch (headAction(order)) {
    case 'upload':
      return (
        <Button
          variant={variant}
          aria-keyshortcuts="D"
          startIcon={<Upload size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onUpload}
        >
          Upload Document
        </Button>
      );
    case 'complete':
      return (
        <ActionButton
          variant={variant}
          pending={move.pending}
          label="Move to Completed"
          icon={<CircleCheck size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void move.run({ orderId, updatingStatus: 'Completed', version })}
        >
          Completed
        </ActionButton>
      );
    case 'refund':
      return may(role, 'order.refund') ? (
        <ActionButton
          variant={variant}
          pending={refund.pending}
          icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void refund.run({ orderId })}
        >
          Refunded it
        </ActionButton>
      ) : null;
    default:
      return null;
  }
}

interface ActionButtonProps {
  variant: 'contained' | 'outlined';
  pending: boolean;
  label?: string;
  icon: ReactNode;
  onClick: () => void;
  children: string;
}

/** Keeps its width, its label and the focus while it runs. */
function ActionButton({ variant, pending, label, icon, onClick, children }: ActionButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      aria-busy={pending}
      aria-disabled={pending}
      startIcon={icon}
      onClick={() => !pending && onClick()}
    >
      {children}
    </Button>
  );
}
