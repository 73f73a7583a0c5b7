import { releasedDocument, type OrderDetails } from 'shared/api/orderDetails';
import { BidiName, ConfirmDialog } from 'shared/kit';
import type { Question } from './asksFirst.ts';

interface MoveQuestionProps {
  order: OrderDetails;
  asked: Question;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a move that should not be one press too many: Cancel has the focus. */
export function MoveQuestion({ order, asked, pending, onConfirm, onCancel }: MoveQuestionProps) {
  const answers = { pending, onConfirm, onCancel };
  const document = releasedDocument(order.uploadDoc);
  return (
    <>
      <ConfirmDialog
        open={asked === 'delete'}
        title="Are you sure you want to delete?"
        confirmLabel={`Delete order ${order.order_id}`}
        pendingLabel="Deleting…"
        destructive
        {...answers}
      >
        The order of <BidiName name={order.full_name} /> goes to Deleted Orders. An Admin or a Manager can restore it.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'noDocument' || asked === 'mismatch'}
        title={`Complete this order ${document ? 'with a document that does not match' : 'without a document'}?`}
        confirmLabel={`Complete order ${order.order_id}`}
        pendingLabel="Moving…"
        careful
        {...answers}
      >
        {document ? (
          document.warnings.map((warning) => (
            <p key={warning}>
              <bdi>{warning}</bdi>
            </p>
          ))
        ) : (
          <>
            There is no document: <BidiName name={order.full_name} /> would find nothing to download.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
