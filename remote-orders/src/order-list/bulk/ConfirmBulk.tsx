import { ConfirmDialog } from 'shared/kit';
import { foundCount } from '../../search/foundCount.ts';
import { bulkActions } from './bulkActions.ts';
import type { AskedBulk } from './useOrderActions.ts';
import type { AllOf } from '../selection/useSelection.ts';

interface ConfirmBulkProps {
  /** The folder, or the month: "New Orders". */
  where: string;
  /** What is asked; null: nothing. */
  asked: AskedBulk | null;
  onConfirm: () => void;
  onCancel: () => void;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const named = 5;

/** The question before an action (rules 8.1), with the orders that it is about. */
export function ConfirmBulk({ where, asked, onConfirm, onCancel }: ConfirmBulkProps) {
  if (!asked) return null;
  const { question, questionForAll, act, destroys = false } = bulkActions[asked.action];
  const orders = ordersOf(asked);
  return (
    <ConfirmDialog
      open
      title={question ?? questionForAll?.title(orders) ?? ''}
      confirmLabel={`${act} ${orders}`}
      destructive={destroys}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {asked.all ? whichAll(asked.all, where) : which(asked.ids)}
      {asked.all && questionForAll && ` ${questionForAll.text}`}
    </ConfirmDialog>
  );
}

/** "order 100498", "3 orders", "1,000+ orders" */
function ordersOf({ ids, all }: AskedBulk): string {
  if (all) return all.total === 1 ? '1 order' : `${foundCount(all)} orders`;
  return ids.length === 1 ? `order ${ids[0]}` : `${ids.length.toLocaleString('en-GB')} orders`;
}

function which(ids: readonly string[]): string {
  if (ids.length === 1) return `Order ${ids[0]}.`;
  if (ids.length <= named) return `Orders ${list.format(ids)}.`;
  return `${ids.length.toLocaleString('en-GB')} orders are selected.`;
}

const whichAll = ({ term, ...all }: AllOf, where: string) =>
  term
    ? `All ${foundCount(all)} that “${term}” finds in ${where}, on every page.`
    : `All ${foundCount(all)} in ${where}, on every page.`;
