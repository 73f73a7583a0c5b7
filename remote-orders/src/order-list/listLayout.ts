import { useCallback, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { formatPhone } from 'shared/format/phone';
import { type Folder, type FolderName, folders } from 'shared/rules/folders';
import { type ListColumn, listColumns } from 'shared/rules/listColumns';
import { orderStatus, type OrderStatus, statuses as allStatuses } from 'shared/rules/orderStatus';

export interface ListLayout {
  phone: boolean;
  /** Whether the email is below the name. */
  emailUnderName: boolean;
  columns: readonly ListColumn[];
  deletes: boolean;
  /** The date that sorts the folder. Phones show it next to the order's id. */
  date: Folder['sort']['by'];
  dateOverTime: boolean;
  /** In pixels. Name and email share the rest. */
  widths: Readonly<Record<Exclude<ListColumn, FlexColumn>, number>>;
  minTextWidths: Readonly<Record<FlexColumn, number>>;
}

type FlexColumn = 'full_name' | 'email' | 'first_words';

interface AvailableSpace {
  /** The card's width in pixels, which depends on the sidebar; 0 while unknown. */
  card: number;
  window: number;
  mayDelete: boolean;
  compact: boolean;
  /** Digits of the longest order id on the page. */
  idDigits?: number;
  /** Digits of the longest telephone on the page. */
  phoneDigits?: number;
}

export const selectWidth = 42;
/** Pixels. */
const emailWidths = { readable: 120, minimum: 70 };
const minNameWidth = 94;
/** The width in pixels that fits most names on one line. */
const wholeName = 180;

const cellPadding = 16;
const fixedWidths = {
  order_id: 72,
  telephone: 132,
  created_at: 130,
  refund_date: 92,
  processing_date: 92,
  process_month: 70,
  assign_to: 128,
  waiting_since: 108,
};

/** A folder's columns and widths (rules 7.10). Narrow cards drop columns in a fixed order. */
export function listLayout(
  name: FolderName,
  { card, window, mayDelete, compact, idDigits = 0, phoneDigits = 0 }: AvailableSpace,
): ListLayout {
  const phone = window <= 767;
  const { statuses, sort } = folders[name];
  const isMonth = name === 'futureOrder';
  // A month has two more columns, so its rows show date and telephone on two lines.
  const dateOverTime = isMonth && !compact;
  const widths = {
    ...fixedWidths,
    // Compact rows keep numbers on one line: 20 px are for the plus and the spaces. Other rows wrap numbers.
    telephone: compact ? Math.max(fixedWidths.telephone, phoneDigits * 8 + 20 + cellPadding) : fixedWidths.telephone,
    // Order ids are never truncated.
    order_id: Math.max(fixedWidths.order_id, Math.ceil(idDigits * 8.4) + cellPadding),
    created_at: dateOverTime ? 94 : fixedWidths.created_at,
    // In comfortable rows, two-word labels wrap and the column has the same width in every folder.
    process_status: compact ? statusWidth(statuses, true) : statusWidth(allStatuses, false),
    action: !mayDelete ? 76 : phone ? 104 : 88,
  };
  // Compact rows cannot show the email below the name, so the email's column may be narrower.
  const minTextWidths = {
    full_name: minNameWidth,
    email: compact ? emailWidths.minimum : emailWidths.readable,
    first_words: minNameWidth,
  };
  const common = { phone, deletes: mayDelete, date: sort.by, dateOverTime, widths, minTextWidths };
  if (phone) return { ...common, emailUnderName: false, columns: ['full_name', 'action'] };

  let columns = listColumns(name).filter((column) => column !== 'assign_to' || window >= 1440);
  const hide = (hidden: ListColumn) => () => void (columns = columns.filter((column) => column !== hidden));
  const putEmailUnderName = () => {
    hide('email')();
    minTextWidths.full_name = emailWidths.readable;
  };
  const breakStatus = () => void (widths.process_status = statusWidth(statuses, false));
  // Steps that save width, in this order.
  const giveWays = isMonth
    ? // Future Order keeps its month and email columns.
      [breakStatus, hide('process_status'), hide('telephone'), hide('created_at')]
    : compact
      ? [breakStatus, hide('email'), hide('telephone')]
      : [putEmailUnderName, hide('telephone')];
  /** The pixels beyond the columns' minimum widths. */
  const spare = () => {
    const taken = columns.map((column) => (isFlex(column) ? minTextWidths[column] : widths[column]));
    return (card || 930) - selectWidth - taken.reduce((sum, width) => sum + width);
  };
  for (const giveWay of giveWays) if (spare() < 0) giveWay();
  if (compact && columns.includes('email')) {
    // In compact rows the name has only one line, so its column grows before the email's.
    const forName = minNameWidth + spare() - (emailWidths.readable - emailWidths.minimum);
    minTextWidths.full_name = Math.max(minNameWidth, Math.min(wholeName, forName));
  }
  return { ...common, emailUnderName: !columns.includes('email'), columns };
}

export const isFlex = (column: ListColumn): column is FlexColumn =>
  column === 'full_name' || column === 'email' || column === 'first_words';

export const isMessages = ({ date }: ListLayout) => date === 'customer_wrote_at';

export const isFuture = ({ date }: ListLayout) => date === 'processing_date';

export const rowHeight = (layout: ListLayout, compact: boolean) =>
  layout.phone ? (isFuture(layout) || isMessages(layout) ? 96 : 80) : compact ? 34 : 51;

/** The height in pixels: on a phone, whole rows above the footer; elsewhere, the header and ten rows. */
export function tableHeight(layout: ListLayout, isStale: boolean): number {
  const height = isStale ? 512 : 550;
  const row = rowHeight(layout, false);
  return layout.phone ? headHeight + Math.floor((height - headHeight) / row) * row : height;
}

/** Includes its border. */
const headHeight = 41;

/** The width in pixels that fits the longest label, either on one line or wrapped at its space. */
function statusWidth(statuses: readonly OrderStatus[], oneLine: boolean): number {
  const labels = statuses.map((status) => orderStatus[status].label);
  const parts = oneLine ? labels : labels.flatMap((label) => label.split(' '));
  const longest = Math.max(...parts.map((part) => part.length));
  const icon = 20;
  // The average width of a letter.
  const letter = oneLine ? 7.4 : 7.1;
  return Math.max(70, Math.round(longest * letter) + icon + cellPadding);
}

/** The layout of these rows. Put `ref` on an element as wide as the card. */
export function useListLayout(
  name: FolderName,
  rows: readonly OrderRow[],
  { mayDelete, compact }: Pick<AvailableSpace, 'mayDelete' | 'compact'>,
) {
  const { ref, card, window } = useListWidths();
  const idDigits = useMemo(() => maxDigits(rows, (row) => row.order_id), [rows]);
  const phoneDigits = useMemo(() => maxDigits(rows, (row) => formatPhone(row.country_code, row.phone_number)), [rows]);
  const layout = useMemo(
    () => listLayout(name, { card, window, mayDelete, compact, idDigits, phoneDigits }),
    [name, card, window, mayDelete, compact, idDigits, phoneDigits],
  );
  return { layout, ref };
}

const maxDigits = (rows: readonly OrderRow[], text: (row: OrderRow) => string) =>
  rows.reduce((most, row) => Math.max(most, text(row).replace(/\D/g, '').length), 0);

function useListWidths() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Keep the last element: hiding the list removes it without changing the width.
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
