import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { formatPhone } from 'shared/format/phone';
import { type FolderName, folders } from 'shared/rules/folders';
import { type ListColumn, listColumns } from 'shared/rules/listColumns';
import { orderStatus, type OrderStatus, statuses as allStatuses } from 'shared/rules/orderStatus';

export interface ListLayout {
  folder: FolderName;
  phone: boolean;
  compact: boolean;
  email: 'column' | 'below name' | 'hidden';
  columns: readonly ListColumn[];
  deletes: boolean;
  /** In pixels. For `isFlex` columns, the minimum width: they share the remaining space. */
  widths: Readonly<Record<ListColumn, number>>;
}

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

/** Pixels. */
export const selectWidth = 42;
const scrollbarWidth = 16;
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
  first_words: 94,
};
const nameWithoutEmail = 120;

/** A folder's columns and widths (rule 7.10). Narrow cards drop columns in a fixed order. */
export function listLayout(
  folder: FolderName,
  { card, window, mayDelete, compact, idDigits = 0, phoneDigits = 0 }: AvailableSpace,
): ListLayout {
  const phone = window <= 767;
  const { statuses } = folders[folder];
  const isMonth = folder === 'futureOrder';
  const widths = {
    ...fixedWidths,
    // Wider in compact rows, where names do not wrap. A month's list has no room for that.
    full_name: compact && !isMonth ? 150 : 94,
    email: compact ? 100 : 120,
    // A month's list has two more columns, so in comfortable rows its dates wrap to two lines.
    created_at: isMonth && !compact ? 94 : fixedWidths.created_at,
    // In compact rows, a number stays on one line: 20 px are for the plus and the spaces. In other rows, it wraps.
    telephone: compact ? Math.max(fixedWidths.telephone, phoneDigits * 8 + 20 + cellPadding) : fixedWidths.telephone,
    // Order ids are never truncated.
    order_id: Math.max(fixedWidths.order_id, Math.ceil(idDigits * 8.4) + cellPadding),
    // In comfortable rows, the column has the same width in every folder. Two-word labels wrap in a narrow card.
    process_status: statusWidth(compact ? statuses : allStatuses, compact || card >= 1180),
    // On a very narrow phone, Delete is below View, which leaves room for the whole date.
    action: !mayDelete ? 76 : window < 350 ? 60 : phone ? 104 : 88,
  };
  const common = { folder, phone, compact: compact && !phone, deletes: mayDelete, widths };
  if (phone) return { ...common, email: 'hidden', columns: ['full_name', 'action'] };

  let columns = listColumns(folder).filter((column) => column !== 'assign_to' || window >= 1440);
  const hide = (hidden: ListColumn) => () => void (columns = columns.filter((column) => column !== hidden));
  const moveEmailBelowName = () => {
    hide('email')();
    widths.full_name = nameWithoutEmail;
  };
  const wrapStatus = () => void (widths.process_status = statusWidth(statuses, false));
  // The steps that save width, in order.
  const shrinkSteps = isMonth
    ? // Future Order keeps its month and email columns.
      [wrapStatus, hide('process_status'), hide('telephone'), hide('created_at')]
    : compact
      ? [wrapStatus, moveEmailBelowName, hide('telephone')]
      : [moveEmailBelowName, hide('telephone')];
  const taken = () => columns.reduce((sum, column) => sum + widths[column], selectWidth + scrollbarWidth);
  for (const shrink of shrinkSteps) if (taken() > (card || 930)) shrink();
  if (columns.includes('email')) return { ...common, email: 'column', columns };
  if (compact) widths.full_name = nameWithoutEmail;
  return { ...common, email: compact || folder === 'customerMessages' ? 'hidden' : 'below name', columns };
}

export const isFlex = (column: ListColumn) => ['full_name', 'email', 'first_words'].includes(column);

export const rowHeight = ({ phone, folder, compact }: ListLayout) =>
  phone ? (folder === 'futureOrder' || folder === 'customerMessages' ? 96 : 80) : compact ? 34 : 51;

/** The height in pixels: on a phone, the header and whole rows; elsewhere fixed. */
export function tableHeight(layout: ListLayout, isStale: boolean): number {
  const height = isStale ? 512 : 550;
  const row = rowHeight(layout);
  return layout.phone ? headHeight + Math.floor((height - headHeight) / row) * row : height;
}

/** The header's height in pixels, including its border. */
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

/** The layout for these rows. Put `ref` on an element as wide as the card. */
export function useListLayout(
  folder: FolderName,
  rows: readonly OrderRow[],
  { mayDelete, compact }: Pick<AvailableSpace, 'mayDelete' | 'compact'>,
) {
  const window = useSyncExternalStore(subscribeToResize, () => globalThis.innerWidth);
  const [card, setCard] = useState(0);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => setCard(ref.current?.clientWidth ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);

  const idDigits = useMemo(() => maxDigits(rows, (row) => row.order_id), [rows]);
  const phoneDigits = useMemo(() => maxDigits(rows, (row) => formatPhone(row.country_code, row.phone_number)), [rows]);
  const layout = useMemo(
    () => listLayout(folder, { card, window, mayDelete, compact, idDigits, phoneDigits }),
    [folder, card, window, mayDelete, compact, idDigits, phoneDigits],
  );
  return { layout, ref };
}

const maxDigits = (rows: readonly OrderRow[], text: (row: OrderRow) => string) =>
  rows.reduce((most, row) => Math.max(most, text(row).replace(/\D/g, '').length), 0);

function subscribeToResize(reader: () => void) {
  window.addEventListener('resize', reader);
  return () => window.removeEventListener('resize', reader);
}
