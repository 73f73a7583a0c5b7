import { ChevronDown, ChevronsRight, ChevronUp, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { CallError, send, toastError, toastNote, useRest, useSession, useShortcuts } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { IconButton, Tooltip } from 'shared/kit';
import { useOnline } from 'shared/kit/base';
import { trailIn, type ListTrail } from 'shared/rules/listTrail';
import { may } from 'shared/rules/permissions';
import styles from './OrderStepper.module.css';
import { isIn, listCameFrom, listAt, type ListedAt } from './wayBack.ts';
import { knownOrder } from './useOrder.ts';
import { useOrderActions } from './useOrderAction.ts';

/** From this order to the next: along the list that one came from, and "Next order". Keys J, K and N (rules 8.20, 8.21). */
export function OrderStepper() {
  const { orderId, takeNext, hasLeft } = useOrderActions();
  const step = useListSteps(orderId, hasLeft);
  const role = useSession(({ role: own }) => own);
  const takes = useOnline() && may(role, 'order.assign');
  useShortcuts({ j: () => (step ? step('next') : false), k: () => (step ? step('previous') : false) });
  useShortcuts({ n: takeNext }, { enabled: takes });

  return (
    <div className={styles.stepper}>
      {step && (
        <>
          <Step label="Previous in the list" keys="K" icon={ChevronUp} onPress={() => step('previous')} />
          <Step label="Next in the list" keys="J" icon={ChevronDown} onPress={() => step('next')} />
        </>
      )}
      {takes && <Step label="Next order" keys="N" icon={ChevronsRight} onPress={takeNext} />}
    </div>
  );
}

interface StepProps {
  label: string;
  keys: string;
  icon: LucideIcon;
  onPress: () => void;
}

function Step({ label, keys, icon: Icon, onPress }: StepProps) {
  return (
    <Tooltip describeChild title={`${label} (${keys})`}>
      <IconButton aria-label={label} aria-keyshortcuts={keys} onClick={onPress}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

type Direction = 'next' | 'previous';
const ends = { next: 'This is the last order of the list.', previous: 'This is the first order of the list.' };

/**
 * The way from an order along the list that one came from (rules 8.21): opens the next or the previous one in this one's
 * place, so that Back leads to the list; null: one came from no list. The next order is read ahead.
 */
function useListSteps(orderId: string, hasLeft: () => boolean): ((direction: Direction) => void) | null {
  const navigate = useNavigate();
  const { state } = useLocation();
  const from = listCameFrom(state);
  const list = from === null ? null : listAt(from);
  const [trail, setTrail] = useState(() => trailIn(state));
  const asking = useRef(false);
  const ahead = useRest();

  const following = trail && neighbour(trail, orderId, 'next');
  const isAtEnd = trail !== null && following === undefined;
  useEffect(() => ahead(following ?? null), [ahead, following]);
  useEffect(() => {
    if (!isAtEnd || !list) return;
    extendTrail(list, trail, 'next').then(
      (more) => more && !hasLeft() && setTrail(more),
      // Nobody has asked for it yet.
      () => undefined,
    );
    // Once, when an order at the end of what is known is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAtEnd]);

  if (!list) return null;
  const open = (next: string, along: ListTrail) => {
    document.documentElement.scrollTop = 0;
    // As far as is known of it: an order that never came is where it was.
    const order = knownOrder(orderId);
    const left = along.left.filter((id) => id !== orderId);
    if (order && !isIn(list.folder, order)) left.push(orderId);
    void navigate(orderPath(next), { replace: true, state: { from, trail: { ...along, left } } });
  };
  const find = async (direction: Direction) => {
    try {
      const more = await extendTrail(list, trail ?? { orderIds: [], offset: 0, left: [] }, direction);
      const found = more && neighbour(more, orderId, direction);
      if (hasLeft()) return;
      if (found) open(found, more);
      else toastNote(ends[direction], { id: 'step' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.httpStatus !== 401) toastError(error.message, { id: 'step' });
    }
  };
  return (direction) => {
    const known = trail && neighbour(trail, orderId, direction);
    if (known) return open(known, trail);
    if (asking.current) return;
    asking.current = true;
    void find(direction).finally(() => (asking.current = false));
  };
}

/** Beside an order in the trail; undefined: nothing is known there. An order that the list does not hold stands before its first. */
const neighbour = ({ orderIds }: ListTrail, orderId: string, direction: Direction): string | undefined =>
  orderIds[orderIds.indexOf(orderId) + (direction === 'next' ? 1 : -1)];

/** The list is asked for pages of so many orders. */
const pageSize = 50;
/** So many pages are looked through for what follows. */
const pagesAhead = 3;

/**
 * Asks the list, as it is now, for what comes after the end of the trail or before its beginning. Null: nothing does.
 *
 * @throws CallError
 */
async function extendTrail(list: ListedAt, trail: ListTrail, direction: Direction): Promise<ListTrail | null> {
  const { orderIds, offset, left } = trail;
  const known = new Set(orderIds);
  if (direction === 'previous') {
    const last = Math.max(1, Math.ceil(offset / pageSize));
    for (const page of [last, last - 1].filter((number) => number > 0)) {
      const rows = await askPage(list, page);
      const at = rows.findIndex((id) => known.has(id));
      const preceding = at < 0 && offset > 0 ? rows : rows.slice(0, Math.max(0, at));
      if (preceding.length > 0)
        return { ...trail, orderIds: [...preceding, ...orderIds], offset: (page - 1) * pageSize };
    }
    return null;
  }
  // Half a page before the end: orders that others have moved away let those behind them move up.
  const end = offset + orderIds.length - left.length;
  const first = Math.floor(Math.max(0, end - pageSize / 2) / pageSize) + 1;
  for (let page = first; page < first + pagesAhead; page += 1) {
    const rows = await askPage(list, page);
    const following = rows.slice(rows.findLastIndex((id) => known.has(id)) + 1);
    if (following.length > 0) return { ...trail, orderIds: [...orderIds, ...following] };
    if (rows.length < pageSize) return null;
  }
  return null;
}

async function askPage({ folder, month, term }: ListedAt, page: number): Promise<string[]> {
  const { data } = term
    ? await send(orderCalls.search, {
        folderName: folder,
        searchVal: term,
        month,
        start: (page - 1) * pageSize,
        end: page * pageSize,
      })
    : await send(orderCalls.list, {
        orderName: folder,
        month,
        page,
        limit: pageSize,
        delay: 1,
        userName: useSession.getState().user?.name,
      });
  return data.map((row) => row.order_id);
}
