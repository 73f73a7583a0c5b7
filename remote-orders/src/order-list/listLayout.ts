import { createContext, use, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import type { Folder, ListColumn } from 'shared/rules/folders';
import { orderStatus } from 'shared/rules/orderStatus';

export interface ListLayout {
  /** The phone's row: name over id and date, and View. */
  phone: boolean;
  /** The email stands under the name. */
  emailUnderName: boolean;
  columns: readonly ListColumn[];
  /** The rows have a Delete. */
  deletes: boolean;
  /** The date that the rows are sorted by; a phone's row shows it. */
  date: Folder['sort']['by'];
  /** The date stands over its time. */
  dateOverTime: boolean;
  /** Pixels. Name and email share the rest. */
  widths: Readonly<Record<Exclude<ListColumn, FlexColumn>, number>>;
}

type FlexColumn = 'full_name' | 'email';

interface Room {
  /** Width of the card in pixels; 0 when it is not known yet. The sidebar changes it, so the window's is not enough. */
  card: number;
  window: number;
  mayDelete: boolean;
  compact: boolean;
  /** Digits of the longest order id on the page. */
  idDigits?: number;
}

export const selectWidth = 42;
export const selectWidthOnPhone = 46;
/** A name or an email with less than this, in pixels, cannot be told from another. */
export const minTextWidth = 94;

const cellPadding = 16;
const fixedWidths = {
  order_id: 74,
  telephone: 132,
  created_at: 134,
  refund_date: 94,
  processing_date: 92,
  process_month: 70,
  assign_to: 128,
};

/**
 * The columns of a folder and their widths (rules 7.10). Widths are the same in every folder; when the card is too narrow,
 * columns give way one after the other, and the list never scrolls sideways.
 */
export function listLayout(folder: Folder, { card, window, mayDelete, compact, idDigits = 0 }: Room): ListLayout {
  const phone = window <= 767;
  // With two columns more, a month's rows have their date in two lines.
  const dateOverTime = folder.columns.includes('processing_date') && !compact;
  const widths = {
    ...fixedWidths,
    // An order id is copied and read out: it is never cut.
    order_id: Math.max(fixedWidths.order_id, Math.ceil(idDigits * 8.4) + cellPadding),
    created_at: dateOverTime ? 94 : fixedWidths.created_at,
    process_status: statusWidth(folder, true),
    action: phone && mayDelete ? 102 : mayDelete ? 104 : 76,
  };
  const common = { phone, deletes: mayDelete, date: folder.sort.by, dateOverTime, widths };
  if (phone) return { ...common, emailUnderName: false, columns: ['full_name', 'action'] };

  let columns = folder.columns.filter((column) => column !== 'assign_to' || window >= 1440);
  const hide = (hidden: ListColumn) => () => void (columns = columns.filter((column) => column !== hidden));
  const breakStatus = () => void (widths.process_status = statusWidth(folder, false));
  // Two lines of a compact row stand closer than is comfortable.
  const giveWays = compact
    ? [hide('email'), breakStatus, hide('telephone'), hide('process_month')]
    : [breakStatus, hide('email'), hide('telephone'), hide('process_month')];
  const isNarrow = () => {
    const taken = columns.map((column) =>
      column === 'full_name' || column === 'email' ? minTextWidth : widths[column],
    );
    return (card || 930) - selectWidth < taken.reduce((sum, width) => sum + width);
  };
  for (const giveWay of giveWays) if (isNarrow()) giveWay();
  return { ...common, emailUnderName: !columns.includes('email'), columns };
}

/** On a phone the rows of Future Order also show month and email. */
export const isFuture = ({ date }: ListLayout) => date === 'processing_date';

/** Room for the folder's longest label, on one line or broken at its space. */
function statusWidth(folder: Folder, oneLine: boolean): number {
  const labels = folder.statuses.map((status) => orderStatus[status].label);
  const parts = oneLine ? labels : labels.flatMap((label) => label.split(' '));
  const longest = Math.max(...parts.map((part) => part.length));
  const icon = 20;
  // Whole labels have wider letters than their longest word.
  const letter = oneLine ? 7.4 : 7.1;
  return Math.max(70, Math.round(longest * letter) + icon + cellPadding);
}

/** The widths that a layout depends on; `ref` belongs to an element as wide as the card. */
export function useListWidths() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // While the list is hidden behind an order React takes the element away, which changes no width.
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
  /** Order id → why the last action did not take it. */
  reasons: ReadonlyMap<string, string>;
  mayDelete: (row: OrderRow) => boolean;
  askDelete: (row: OrderRow) => void;
  /** Opens the order. */
  view: (row: OrderRow) => void;
}

/** What a cell needs beside its order: the grid draws a cell again only when its order or this changes. */
export const ListContext = createContext<ListContextValue | null>(null);

export function useListContext(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('An order cell stands outside its list');
  return value;
}
