/** Which columns a list shows and how wide: by the room of its card, not of the window, since the sidebar may be open. */
import type { Folder, ListColumn } from 'shared/rules/folders';
import { orderStatus } from 'shared/rules/orderStatus';
import { orderColumns } from './orderColumns.tsx';

export interface ListLayout {
  /** The phone's row: name over id and date, and View. */
  phone: boolean;
  /** The e-mail stands under the name. */
  emailUnderName: boolean;
  columns: readonly ListColumn[];
  /** The rows have a Delete. */
  deletes: boolean;
  /** The date that the rows stand in the order of: a phone's row shows that one. */
  date: Folder['sort']['by'];
  /** A month's orders have two columns more: the date stands over its time, and an e-mail may take three lines. */
  tightest: boolean;
  /** The e-mail shares with the name what is free. */
  emailTakesRoom: boolean;
  /** Pixels; the name takes what is free. */
  widths: Readonly<Record<Exclude<ListColumn, 'full_name'>, number>>;
}

interface Room {
  /** Of the card; 0 when it is not known yet. */
  card: number;
  window: number;
  mayDelete: boolean;
  compact: boolean;
  /** Digits of the longest order id; left out: as many as usual. */
  idDigits?: number;
}

export const selectWidth = 42;
export const selectWidthOnPhone = 46;
const cellPadding = 16;

const { full_name: _name, process_status: _status, action: _action, ...sized } = orderColumns;
/** At 1280 px with the sidebar open. Below, what wraps onto its second line gives some of it up. */
const usual = Object.fromEntries(Object.entries(sized).map(([column, { width }]) => [column, width])) as Readonly<
  Record<keyof typeof sized, number>
>;

/** An order id is copied and read out: it is never cut. */
const idWidth = (digits: number) => Math.max(usual.order_id, Math.ceil(digits * 8.4) + cellPadding);

const tight = { email: 156, telephone: 112 } as const;
/** A month's orders have two columns more: what is left for the others. */
const tightest = {
  comfortable: { email: 118, telephone: 112, created_at: 94 },
  compact: { email: 108, telephone: 112, created_at: 130 },
} as const;

/** A name needs this much to be told from another; less where it is cut anyway, with all of it in its tooltip. */
const leastName = { comfortable: 112, compact: 100 } as const;
/** Where even that is not there: narrower, the table would go sideways. */
export const leastNameWidth = 96;
const easyName = 150;
/** A name that is wider than the e-mail by more than this shares it. At 1280 px, with the sidebar open, it is not. */
const spareName = 8;

/** The columns of a folder in this room: rules 7.10. */
export function listLayout(folder: Folder, room: Room): ListLayout {
  if (room.window <= 767) return phoneLayout(folder, room.mayDelete);

  const card = room.card || 930;
  const density = room.compact ? 'compact' : 'comfortable';
  // Refund Orders have a long status, too, which compact rows do not break.
  const isFull = folder.columns.includes('processing_date') || (room.compact && folder.columns.includes('refund_date'));
  const hidden = new Set(
    folder.columns.filter((column) => {
      const { needs = {} } = orderColumns[column];
      return card < (needs.card ?? 0) || room.window < (needs.window ?? 0);
    }),
  );
  const shown = () => folder.columns.filter((column) => !hidden.has(column));
  const nameRoom = (widths: ListLayout['widths']) =>
    shown().reduce((left, column) => left - (column === 'full_name' ? 0 : widths[column]), card - selectWidth);

  // From easy to tight, until the name has its room; if it never has, the e-mail goes below it.
  const action = room.mayDelete ? 104 : 76;
  const easy = { ...usual, order_id: idWidth(room.idDigits ?? 0), action, process_status: statusWidth(folder, true) };
  const broken = room.compact ? easy : { ...easy, process_status: statusWidth(folder, false) };
  const narrow = {
    ...broken,
    ...(isFull ? tightest[density] : tight),
  };
  const enough = [easy, broken].find((widths) => nameRoom(widths) >= easyName) ?? narrow;
  if (nameRoom(enough) < leastName[density]) hidden.add('email');
  const emailUnderName = hidden.has('email');
  const squeezed = { ...narrow, process_status: statusWidth(folder, false) };
  const withoutEmail = () => [broken, narrow, squeezed].find((given) => nameRoom(given) >= leastName[density]);
  if (emailUnderName && !withoutEmail()) hidden.add('telephone');
  const widths = emailUnderName ? (withoutEmail() ?? squeezed) : enough;
  return {
    phone: false,
    emailUnderName,
    emailTakesRoom: !emailUnderName && nameRoom(widths) > widths.email + spareName,
    columns: shown(),
    deletes: room.mayDelete,
    date: folder.sort.by,
    tightest: widths.created_at === tightest.comfortable.created_at,
    widths,
  };
}

function phoneLayout(folder: Folder, mayDelete: boolean): ListLayout {
  return {
    phone: true,
    emailUnderName: false,
    emailTakesRoom: false,
    columns: ['full_name', 'action'],
    deletes: mayDelete,
    date: folder.sort.by,
    tightest: false,
    widths: { ...usual, process_status: statusWidth(folder, true), action: mayDelete ? 102 : 76 },
  };
}

/** Room for the folder's longest label, on one line or broken at its space. */
function statusWidth(folder: Folder, oneLine: boolean): number {
  const labels = folder.statuses.map((status) => orderStatus[status].label);
  const parts = oneLine ? labels : labels.flatMap((label) => label.split(' '));
  const longest = Math.max(...parts.map((part) => part.length));
  const icon = 20;
  // Whole labels are in wider letters than their longest word.
  const letter = oneLine ? 7.4 : 7.1;
  return Math.max(70, Math.round(longest * letter) + icon + cellPadding);
}
