import { type LucideIcon, MailX, MessageSquareText } from 'lucide-react';
import { type ComponentProps, createContext, memo, type MouseEvent, type ReactNode, use } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { age, duration, inBothZones, listDateTime, listDay, shortAge } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { formatPhone } from 'shared/format/phone';
import { useNow } from 'shared/desk';
import { StatusLabel } from 'shared/kit';
import type { GridColDef } from 'shared/kit/table';
import type { ListColumn } from 'shared/rules/listColumns';
import classes from './orderColumns.module.css';
import { isFlex, type ListLayout } from './listLayout.ts';
import type { Reasons } from './useSelection.ts';

interface ListContextValue {
  layout: ListLayout;
  reasons: Reasons;
  mayDelete: (row: OrderRow) => boolean;
  askDelete: (row: OrderRow) => void;
  view: (row: OrderRow) => void;
}

/** Shared by all cells. */
const ListContext = createContext<ListContextValue | null>(null);

const Now = createContext(new Date());

/** Provides the cells' context, and one clock for all rows, so that rows of the same minute agree. */
export function ListProvider({ value, children }: { value: ListContextValue; children: ReactNode }) {
  return (
    <ListContext value={value}>
      <Now value={useNow()}>{children}</Now>
    </ListContext>
  );
}

function useListContext(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('ListContext is missing');
  return value;
}

interface OrderColumn {
  head: string;
  align?: 'right';
  /** For a narrow column whose header needs two lines. */
  highHead?: true;
  /** `tabIndex` is for the cell's buttons: the grid is a single tab stop. */
  cell: (row: OrderRow, tabIndex: 0 | -1) => ReactNode;
}

/** All list columns (rules 7.7, 7.8). `shared/rules/listColumns` assigns them to folders. */
const orderColumns: Readonly<Record<ListColumn, OrderColumn>> = {
  order_id: {
    head: 'Order ID',
    cell: (row) => (
      <OrderLink row={row} className={`${classes.open} ${classes.id}`}>
        {row.order_id}
      </OrderLink>
    ),
  },
  full_name: { head: 'Name', cell: (row) => <NameCell row={row} /> },
  email: { head: 'Email', cell: (row) => <EmailCell row={row} /> },
  telephone: {
    head: 'Telephone',
    cell: ({ country_code, phone_number }) => {
      const phone = formatPhone(country_code, phone_number);
      return (
        <span className={`${classes.phone} ${classes.num} ${classes.second}`} title={phone}>
          {phone}
        </span>
      );
    },
  },
  created_at: { head: 'Date & Time', cell: (row) => <CreatedCell row={row} /> },
  refund_date: {
    head: 'Refund Date',
    cell: ({ refund_date }) => <span className={classes.num}>{refund_date ? listDay(refund_date) : '-'}</span>,
  },
  processing_date: {
    head: 'Processing Date',
    highHead: true,
    cell: ({ processing_date }) => <b className={classes.day}>{processing_date ? listDay(processing_date) : '-'}</b>,
  },
  process_month: { head: 'Process Month', highHead: true, cell: ({ process_month }) => process_month ?? '-' },
  assign_to: {
    head: 'Assigned To',
    cell: ({ assign_to }) => (
      <bdi dir="auto" className={classes.email} title={assign_to ?? undefined}>
        {assign_to ?? '-'}
      </bdi>
    ),
  },
  first_words: {
    head: 'Message',
    cell: ({ first_words }) => (
      <bdi dir="auto" className={classes.email} title={first_words ?? undefined}>
        {first_words}
      </bdi>
    ),
  },
  waiting_since: { head: 'Waiting', cell: (row) => <WaitingCell row={row} /> },
  process_status: {
    head: 'Status',
    cell: ({ process_status }) => (
      <span className={classes.status}>
        <StatusLabel status={process_status} />
      </span>
    ),
  },
  action: { head: 'Action', align: 'right', cell: (row, tabIndex) => <ActionCell row={row} tabIndex={tabIndex} /> },
};

/** Emails and messages get more width than names. In compact rows, emails get less, except in Future Order. */
function flexOf(column: ListColumn, { folder, compact }: ListLayout): number {
  if (column === 'first_words') return 1.5;
  if (column !== 'email') return 1;
  return folder === 'futureOrder' ? 1.6 : compact ? 0.8 : 1.25;
}

/** The columns that a failure's reason covers. */
const coveredByReasons: readonly ListColumn[] = ['email', 'telephone', 'first_words'];

export function gridColumns(layout: ListLayout, reasons: Reasons): GridColDef<OrderRow>[] {
  const { columns, widths } = layout;
  const span = 1 + columns.filter((column) => coveredByReasons.includes(column)).length;
  return columns.map((column): GridColDef<OrderRow> => {
    const { head, align, highHead, cell } = orderColumns[column];
    return {
      field: column,
      headerName: head,
      align,
      headerAlign: align,
      cellClassName: layout.compact ? classes.compact : undefined,
      ...(highHead && { headerClassName: classes.highHead }),
      ...(isFlex(column) ? { flex: flexOf(column, layout) } : { width: widths[column] }),
      minWidth: widths[column],
      ...(column === 'full_name' && { colSpan: (_, { order_id }) => (reasons.has(order_id) ? span : 1) }),
      // A button is a tab stop only in the focused cell, because the grid is a single tab stop.
      renderCell: ({ row, hasFocus }) => cell(row, hasFocus ? 0 : -1),
    };
  });
}

/** The name, with a failure's reason or an email that has no column. */
const NameCell = memo(function NameCell({ row }: { row: OrderRow }) {
  const { layout, reasons } = useListContext();
  if (layout.phone) return <PhoneRow row={row} />;
  const reason = reasons.get(row.order_id);
  return (
    <span className={layout.compact ? classes.line : classes.stack}>
      <Name row={row} bounced={layout.email === 'hidden'} />
      {layout.email === 'below name' && !reason && (
        <span className={classes.under} title={emailOf(row)}>
          {row.email_bounced && <BouncedMark />}
          {emailOf(row)}
        </span>
      )}
      {reason && (
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
});

/** A phone's only column with text: the name, and below it the values that wider windows show in columns. */
function PhoneRow({ row }: { row: OrderRow }) {
  const { layout, reasons } = useListContext();
  const { folder } = layout;
  const reason = reasons.get(row.order_id);
  const isMonth = folder === 'futureOrder';
  const date = isMonth && row.processing_date ? listDay(row.processing_date) : listDateTime(row.created_at);
  const showsMessage = folder === 'customerMessages' && !reason;
  return (
    <span className={classes.stack}>
      <span className={showsMessage ? classes.message : reason ? classes.refused : undefined}>
        <Name row={row} bounced />
        {showsMessage && <bdi dir="auto">{row.first_words}</bdi>}
      </span>
      <span className={reason && classes.refusal}>
        {reason ? (
          <span className={classes.reason}>{reason}</span>
        ) : (
          <span className={`${classes.under} ${classes.state}`}>
            <StatusLabel status={row.process_status} /> ·{' '}
            <Age of={(showsMessage && row.waiting_since) || row.created_at} short />
          </span>
        )}
        <span className={`${classes.under} ${classes.num}`}>
          <OrderLink row={row} className={`${classes.open} ${classes.idUnder}`}>
            {row.order_id}
          </OrderLink>{' '}
          · {date}
          {isMonth && row.process_month && ` · ${row.process_month}`}
        </span>
      </span>
      {isMonth && !reason && <span className={classes.under}>{emailOf(row)}</span>}
    </span>
  );
}

/** The name with its marks. `bounced` adds the mark that is otherwise next to the email. */
function Name({ row, bounced }: { row: OrderRow; bounced: boolean }) {
  const { folder } = useListContext().layout;
  return (
    <bdi dir="auto" className={classes.name} title={row.full_name}>
      {row.customer_wrote && folder !== 'customerMessages' && <CustomerWroteMark />}
      {bounced && row.email_bounced && <BouncedMark />}
      <OrderLink row={row} className={classes.open}>
        {row.full_name}
      </OrderLink>
    </bdi>
  );
}

/** An email that wraps before its domain. */
function EmailCell({ row }: { row: OrderRow }) {
  const email = emailOf(row);
  const at = email.lastIndexOf('@');
  return (
    <span className={`${classes.email} ${classes.second}`} title={email}>
      {row.email_bounced && <BouncedMark />}
      {at > 0 ? (
        <>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </>
      ) : (
        email
      )}
    </span>
  );
}

const CreatedCell = memo(function CreatedCell({ row: { created_at: at } }: { row: OrderRow }) {
  const { compact, folder } = useListContext().layout;
  const text = listDateTime(at);
  const [date, time] = folder === 'futureOrder' && !compact ? text.split(' ') : [text];
  return (
    <span className={classes.stack} title={inBothZones(at)}>
      <span className={classes.num}>{date}</span>
      {time && <span className={`${classes.under} ${classes.num}`}>{time}</span>}
      {!time && !compact && (
        <span className={classes.under}>
          <Age of={at} />
        </span>
      )}
    </span>
  );
});

/** Customers who have waited this long stand out. */
const lateMs = 24 * 3_600_000;

const WaitingCell = memo(function WaitingCell({ row: { waiting_since: since } }: { row: OrderRow }) {
  const now = use(Now);
  if (since === null) return '-';
  const ms = now.getTime() - Date.parse(since);
  return (
    <span className={ms < lateMs ? classes.num : `${classes.num} ${classes.late}`} title={inBothZones(since)}>
      {ms < 60_000 ? 'just now' : duration(ms)}
    </span>
  );
});

function Age({ of, short = false }: { of: string; short?: boolean }) {
  return (short ? shortAge : age)(of, use(Now));
}

/**
 * Links to the order. A plain click opens the order in this tab; other clicks are left to the browser. Not a tab stop
 * by default, because Enter and View open the order by keyboard.
 */
function OrderLink({ row, ...link }: { row: OrderRow } & ComponentProps<'a'>) {
  const { view } = useListContext();
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    view(row);
  };
  return <a href={orderPath(row.order_id)} tabIndex={-1} onClick={onClick} {...link} />;
}

/** View, and Delete if permitted. Plain elements, because scrolling creates many of them per frame. */
const ActionCell = memo(function ActionCell({ row, tabIndex }: { row: OrderRow; tabIndex: 0 | -1 }) {
  const { layout, mayDelete, askDelete } = useListContext();
  const id = row.order_id;
  return (
    <span className={classes.actions}>
      <OrderLink row={row} className={classes.view} aria-label={`View order ${id}`} tabIndex={tabIndex}>
        View
      </OrderLink>
      {layout.deletes &&
        (mayDelete(row) ? (
          <button
            type="button"
            className={classes.delete}
            aria-label={`Delete order ${id}`}
            title="Delete"
            tabIndex={tabIndex}
            onClick={() => askDelete(row)}
          >
            <Bin />
          </button>
        ) : (
          // Keeps View aligned with that of other rows.
          <span className={classes.noDelete} />
        ))}
    </span>
  );
});

/** lucide's trash-2 as a single path, because its five paths make rows slow to render. */
const Bin = () => (
  <svg viewBox="0 0 24 24" aria-hidden className={classes.bin}>
    <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </svg>
);

const BouncedMark = () => <Mark icon={MailX} label="Email bounced" className={classes.bounced} />;
const CustomerWroteMark = () => <Mark icon={MessageSquareText} label="Customer message" className={classes.wrote} />;

function Mark({ icon: Icon, label, className }: { icon: LucideIcon; label: string; className: string | undefined }) {
  return (
    <span role="img" aria-label={label} title={label} className={className}>
      <Icon aria-hidden />
    </span>
  );
}

const emailOf = (row: OrderRow) => row.contact_email_address || row.email;
