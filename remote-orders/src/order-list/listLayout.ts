import { createContext, use, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { type Folder, type FolderName, folders } from 'shared/rules/folders';
import { type ListColumn, listColumns } from 'shared/rules/listColumns';
import { orderStatus, type OrderStatus, statuses as allStatuses } from 'shared/rules/orderStatus';

export interface ListLayout {
  phone: boolean;
  /** The email is below the name. */
  emailUnderName: boolean;
  columns: readonly ListColumn[];
  deletes: boolean;
  /** The sort date, shown on a phone. */
  date: Folder['sort']['by'];
  dateOverTime: boolean;
  /** Pixels. Name and email share the rest. */
  widths: Readonly<Record<Exclude<ListColumn, FlexColumn>, number>>;
}

type FlexColumn = keyof typeof minTextWidths;

interface AvailableSpace {
  /** The card's width in pixels; 0 while unknown. Depends on the sidebar. */
  card: number;
  window: number;
  mayDelete: boolean;
  compact: boolean;
  /** Digits of the longest order id on the page. */
  idDigits?: number;
}

export const selectWidth = 42;
export const selectWidthOnPhone = 46;
/** Pixels in which a text is recognisable. */
export const minTextWidths = { full_name: 94, email: 70, first_words: 94 };

const cellPadding = 16;
const fixedWidths = {
  order_id: 74,
  /** The longest, in one line. */
  telephone: 156,
  created_at: 134,
  refund_date: 94,
  processing_date: 92,
  process_month: 70,
  assign_to: 128,
  waiting_since: 108,
};

/**
 * A folder's columns and widths (rules 7.10). Widths are the same in all folders; on narrow cards columns are dropped
 * in order. Lists never scroll sideways.
 */
export function listLayout(
  name: FolderName,
  { card, window, mayDelete, compact, idDigits = 0 }: AvailableSpace,
): ListLayout {
  const phone = window <= 767;
  const folder = folders[name];
  const isMonth = name === 'futureOrder';
  // All statuses, so that columns have the same width in every folder.
  const statuses = isMonth ? folder.statuses : allStatuses;
  // With two columns more, a month's rows have date and telephone in two lines.
  const dateOverTime = isMonth && !compact;
  const widths = {
    ...fixedWidths,
    telephone: dateOverTime ? 132 : fixedWidths.telephone,
    // Order ids are never truncated.
    order_id: Math.max(fixedWidths.order_id, Math.ceil(idDigits * 8.4) + cellPadding),
    created_at: dateOverTime ? 94 : fixedWidths.created_at,
    process_status: statusWidth(statuses, true),
    action: phone && !mayDelete ? 76 : 104,
  };
  const common = { phone, deletes: mayDelete, date: folder.sort.by, dateOverTime, widths };
  if (phone) return { ...common, emailUnderName: false, columns: ['full_name', 'action'] };

  let columns = listColumns(name).filter((column) => column !== 'assign_to' || window >= 1440);
  const hide = (hidden: ListColumn) => () => void (columns = columns.filter((column) => column !== hidden));
  const breakStatus = () => void (widths.process_status = statusWidth(statuses, false));
  // A compact row has no room for two lines.
  const giveWays = isMonth
    ? // Future Order keeps month and email.
      [breakStatus, hide('process_status'), hide('telephone'), hide('created_at')]
    : compact
      ? [hide('email'), breakStatus, hide('telephone')]
      : [breakStatus, hide('email'), hide('telephone')];
  /** Pixels beyond the columns' minimum widths. */
  const spare = () => {
    const taken = columns.map((column) => (isFlex(column) ? minTextWidths[column] : widths[column]));
    return (card || 930) - selectWidth - taken.reduce((sum, width) => sum + width);
  };
  for (const giveWay of giveWays) if (spare() < 0) giveWay();
  return { ...common, emailUnderName: !columns.includes('email'), columns };
}

export const isFlex = (column: ListColumn): column is FlexColumn => column in minTextWidths;

export const isMessages = ({ date }: ListLayout) => date === 'customer_wrote_at';

export const isFuture = ({ date }: ListLayout) => date === 'processing_date';

/** Room for the longest label, on one line or broken at its space. */
function statusWidth(statuses: readonly OrderStatus[], oneLine: boolean): number {
  const labels = statuses.map((status) => orderStatus[status].label);
  const parts = oneLine ? labels : labels.flatMap((label) => label.split(' '));
  const longest = Math.max(...parts.map((part) => part.length));
  const icon = 20;
  // Average letter widths.
  const letter = oneLine ? 7.4 : 7.1;
  return Math.max(70, Math.round(longest * letter) + icon + cellPadding);
}

/** The widths for a layout; `ref` is for an element as wide as the card. */
export function useListWidths() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Hiding the list removes the element without changing the width.
  const ref = useCallback((given: HTMLElement | null) => void (given && setElement(given)), []);
  const [card, setCard] = useState(0);
  const window = useSyncExternalStore(subscribeToResize, () => globalThis.innerWidth);

  useLayoutEffect(() => {
    if (!element) return;
    setCard(element.clientWidth);
    const observer = new ResizeObserver(() => setCard(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, card, window };
}

function subscribeToResize(reader: () => void) {
  window.addEventListener('resize', reader);
  return () => window.removeEventListener('resize', reader);
}

interface ListContextValue {
  layout: ListLayout;
  compact: boolean;
  reasons: ReadonlyMap<string, string>;
  mayDelete: (row: OrderRow) => boolean;
  askDelete: (row: OrderRow) => void;
  view: (row: OrderRow) => void;
}

/** Shared by all cells: a cell renders again only when its order or this changes. */
export const ListContext = createContext<ListContextValue | null>(null);

export function useListContext(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('ListContext is missing');
  return value;
}
