import type { BulkAction } from 'shared/rules/folders';
import { ConfirmDialog } from 'shared/ui/ConfirmDialog';
import { bulkWork } from './bulkWork.ts';

interface ConfirmBulkProps {
  /** What is asked; null: nothing. */
  asked: { action: BulkAction; ids: readonly string[] } | null;
  onConfirm: () => void;
  onCancel: () => void;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const named = 5;

/** The requirements' question before an action, with the orders that it is about. */
export function ConfirmBulk({ asked, onConfirm, onCancel }: ConfirmBulkProps) {
  if (!asked) return null;
  const { question, act, destroys = false } = bulkWork[asked.action];
  const { ids } = asked;
  const orders = ids.length === 1 ? `order ${ids[0]}` : `${ids.length.toLocaleString('en-GB')} orders`;
  return (
    <ConfirmDialog
      open
      title={question ?? ''}
      confirmLabel={`${act} ${orders}`}
      destructive={destroys}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {ids.length === 1
        ? `Order ${ids[0]}.`
        : ids.length <= named
          ? `Orders ${list.format(ids)}.`
          : `${orders} are selected.`}
    </ConfirmDialog>
  );
}
