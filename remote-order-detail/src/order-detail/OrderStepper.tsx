/** The list from which the order was opened: the link back to it, J and K to step along it (rule 8.21), and N. */
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';
import { folderCalls } from 'shared/api/folderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import {
  CallError,
  send,
  toastError,
  toastInfo,
  useFolderCounts,
  useHoverPrefetch,
  useNextDispute,
  useNextMessage,
  useNextOrder,
  useNextRefund,
  useSession,
  useShortcuts,
} from 'shared/desk';
import { type Month, months } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { IconButton, Tooltip } from 'shared/kit';
import { useIsMounted } from 'shared/kit/base';
import { findFolder, type FolderName, folderNames, folders, isInFolder } from 'shared/rules/folders';
import { readPagination, writePagination } from 'shared/rules/listPagination';
import { addNextOrder, createTrail, type ListTrail, placeInList, readTrail } from 'shared/rules/listTrail';
import styles from './OrderHead.module.css';
import { cachedOrder, refreshOrder } from './useOrder.ts';

const steps = [
  { direction: 'previous', label: 'Previous in the list', keys: 'K', icon: ChevronUp },
  { direction: 'next', label: 'Next in the list', keys: 'J', icon: ChevronDown },
] as const;

export function OrderStepper({ orderId }: { orderId: string }) {
  const step = useListSteps(orderId);
  useShortcuts({ j: () => (step ? step('next') : false), k: () => (step ? step('previous') : false) });
  return (
    step && (
      <div className={styles.stepper}>
        {steps.map(({ direction, label, keys, icon: Icon }) => (
          <Tooltip key={direction} describeChild title={`${label} (${keys})`}>
            <IconButton aria-label={label} aria-keyshortcuts={keys} onClick={() => step(direction)}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        ))}
      </div>
    )
  );
}

type Direction = 'next' | 'previous';
const ends = { next: 'This is the last order in the list.', previous: 'This is the first order in the list.' };

/**
 * Steps along the list from which the order was opened (rule 8.21); null without a list. Replaces the history entry,
 * so that Back leads to the list, and prefetches the next order.
 */
function useListSteps(orderId: string): ((direction: Direction) => void) | null {
  const mounted = useIsMounted();
  const navigate = useNavigate();
  const { state } = useLocation();
  const from = readListUrl(state);
  const list = from === null ? null : parseListUrl(from);
  const [trail, setTrail] = useState(() => readTrail(state));
  const asking = useRef(false);
  const ahead = useHoverPrefetch();

  const following = trail && neighbour(trail, orderId, 'next');
  const isAtEnd = trail !== null && following === undefined;
  useEffect(() => ahead(following ?? null), [ahead, following]);
  const extend = useEffectEvent(() => {
    if (!list || !trail) return;
    extendTrail(list, trail, 'next').then(
      (more) => more && mounted.current && setTrail(more),
      // Ignore errors: nobody has asked for the next order yet.
      () => undefined,
    );
  });
  useEffect(() => {
    if (isAtEnd) extend();
  }, [isAtEnd]);

  if (!list) return null;
  const open = (next: string, along: ListTrail) => {
    // An order that never loaded counts as still in the list.
    const order = cachedOrder(orderId);
    const left = along.left.filter((id) => id !== orderId);
    if (order && !isInFolder(list.folder, order)) left.push(orderId);
    void navigate(orderPath(next), { replace: true, state: { from, trail: { ...along, left } } });
  };
  const find = async (direction: Direction) => {
    try {
      const more = await extendTrail(list, trail ?? { orderIds: [], offset: 0, left: [] }, direction);
      const found = more && neighbour(more, orderId, direction);
      if (!mounted.current) return;
      if (found) open(found, more);
      else toastInfo(ends[direction], { id: 'step' });
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

/** The order next to this one, or undefined. An order outside the trail is treated as being before its first one. */
const neighbour = ({ orderIds }: ListTrail, orderId: string, direction: Direction): string | undefined =>
  orderIds[orderIds.indexOf(orderId) + (direction === 'next' ? 1 : -1)];

const pageSize = 50;
/** The maximum number of pages to search for the next orders. */
const pagesAhead = 3;

/** Extends the trail from the current list. Returns null if it finds no more orders. Throws CallError. */
async function extendTrail(list: ListUrl, trail: ListTrail, direction: Direction): Promise<ListTrail | null> {
  const { orderIds, offset, left, isWhole } = trail;
  if (isWhole) return null;
  // Ignore orders in `left`: they have left the list, or "Next order" inserted them.
  const known = new Set(orderIds.filter((id) => !left.includes(id)));
  const isNew = (id: string) => !orderIds.includes(id);
  if (direction === 'previous') {
    const last = Math.max(1, Math.ceil(offset / pageSize));
    for (const page of [last, last - 1].filter((number) => number > 0)) {
      const rows = await askPage(list, page);
      const at = rows.findIndex((id) => known.has(id));
      const preceding = (at < 0 && offset > 0 ? rows : rows.slice(0, Math.max(0, at))).filter(isNew);
      if (preceding.length > 0)
        return { ...trail, orderIds: [...preceding, ...orderIds], offset: (page - 1) * pageSize };
    }
    return null;
  }
  // Start half a page early, because later orders move up when others are moved away.
  const end = offset + orderIds.length - left.length;
  const first = Math.floor(Math.max(0, end - pageSize / 2) / pageSize) + 1;
  for (let page = first; page < first + pagesAhead; page += 1) {
    const rows = await askPage(list, page);
    const following = rows.slice(rows.findLastIndex((id) => known.has(id)) + 1).filter(isNew);
    if (following.length > 0) return { ...trail, orderIds: [...orderIds, ...following] };
    if (rows.length < pageSize) return null;
  }
  return null;
}

async function askPage({ folder, month, term }: ListUrl, page: number): Promise<string[]> {
  const { data } = term
    ? await send(folderCalls.search, {
        folderName: folder,
        searchVal: term,
        month,
        start: (page - 1) * pageSize,
        end: page * pageSize,
      })
    : await send(folderCalls.list, {
        orderName: folder,
        month,
        page,
        limit: pageSize,
        delay: 1,
        userName: useSession.getState().user?.name,
      });
  return data.map((row) => row.order_id);
}

/** "Next order", or what replaces it on an order opened from Messages, Refund Orders or Charge Back (rules 7.24, 8.20). */
export function useNextInList(order: OrderDetails) {
  const { order_id: orderId } = order;
  const mounted = useIsMounted();
  const navigate = useNavigate();
  const { state } = useLocation();
  const from = readListUrl(state);
  const trail = readTrail(state);
  const list = from === null ? undefined : parseListUrl(from)?.folder;
  /** Undefined for an order outside the list, such as one that N claimed. */
  const folder = trail?.left.includes(orderId) ? undefined : list;
  const next = useNextOrder((id) => {
    if (id === orderId) return void refreshOrder();
    void navigate(orderPath(id), { state: { from, trail: trail && addNextOrder(trail, orderId, id) } });
  });
  const { counts } = useFolderCounts();
  const openOneOf = (orderIds: string[], at: number) => {
    if (!mounted.current) return;
    const nextTrail = createTrail(orderIds, { at, offset: 0 });
    // The list sorts disputes differently, so do not extend this trail from the list.
    if (folder === 'chargeBack') nextTrail.isWhole = true;
    void navigate(orderPath(orderIds[at]!), { state: { from, trail: nextTrail } });
  };
  const message = useNextMessage((orderIds) => {
    // The order after this one, or the first if this one no longer waits.
    const at = (orderIds.indexOf(orderId) + 1) % orderIds.length;
    if (orderIds[at] === orderId) void refreshOrder();
    else openOneOf(orderIds, at);
  });
  /** Whether the order was opened from Messages, and other orders wait there. */
  const takesMessage =
    folder === 'customerMessages' &&
    (counts === null || counts.customerMessagesCount > Number(isInFolder(folder, order)));
  const [noneLeft, setNoneLeft] = useState(false);
  const openNext = (orderIds: string[], at: number) => (at < 0 ? setNoneLeft(true) : openOneOf(orderIds, at));
  const refund = useNextRefund(openNext, orderId);
  const dispute = useNextDispute(openNext, orderId);
  // "Next order" (rule 8.20): tries New Order first if the member came from there, otherwise Priority first.
  const takeOrder = () => next.take(list === 'newOrder' && counts?.newOrdersCount !== 0 ? list : undefined);
  const [nextLabel, takeNext] = takesMessage
    ? ['Next message', message.take]
    : folder === 'refundOrder' && !noneLeft
      ? ['Next refund', refund.take]
      : folder === 'chargeBack' && !noneLeft
        ? ['Next dispute', dispute.take]
        : ['Next order', takeOrder];
  return { folder, takesMessage, nextLabel, takeNext };
}

export function BackLink({ orderId, order }: { orderId: string; order?: OrderDetails }) {
  const { path, title } = useBackLink(orderId, order);
  return (
    <Tooltip describeChild title={`Back to ${title} (U)`}>
      <IconButton
        component={Link}
        to={path}
        state={{ left: orderId }}
        aria-label={`Back to ${title}`}
        aria-keyshortcuts="U"
        className={styles.back}
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

/**
 * The back link. Leads to the list from which the order was opened, at the page that has the order. Without a list, it
 * leads to a folder with the order, or else to the dashboard.
 */
export function useBackLink(orderId: string, order?: OrderDetails): { path: string; title: string } {
  const { state } = useLocation();
  const role = useSession(({ role: own }) => own);
  const from = readListUrl(state);
  if (from === null) return (order && findFolder(order, role)) ?? { path: '/admin', title: 'Dashboard' };
  const trail = readTrail(state);
  // J and K may have moved several pages since the list was left.
  const before = parseListUrl(from) && trail && !trail.isWhole ? placeInList(trail, orderId) : null;
  return { path: before === null ? from : listUrlAt(from, before), title: 'the list' };
}

export function readListUrl(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin') ? from : null;
}

export function listUrlAt(list: string, before: number): string {
  const { pathname, searchParams } = new URL(list, 'http://desk');
  const { limit } = readPagination(searchParams);
  const page = limit === 'all' ? 1 : Math.floor(before / limit) + 1;
  const search = writePagination({ page, limit }, searchParams).toString();
  return search ? `${pathname}?${search}` : pathname;
}

interface ListUrl {
  folder: FolderName;
  /** Set only in Future Order. */
  month?: Month | undefined;
  /** Empty without a search. */
  term: string;
}

export function parseListUrl(address: string): ListUrl | null {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  const folder = folderNames.find((name) => folders[name].path === pathname);
  if (!folder) return null;
  const month = folder === 'futureOrder' ? months.find((name) => name === searchParams.get('month')) : undefined;
  return { folder, month, term: (searchParams.get('q') ?? '').trim().slice(0, maxSearchLength) };
}
