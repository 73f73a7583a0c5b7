import { MailX, MessageSquareText } from 'lucide-react';
import { memo, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { age, listDateTime, listDay } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { formatPhone } from 'shared/format/phone';
import { StatusLabel } from 'shared/kit';
import type { ListColumn } from 'shared/rules/folders';
import classes from './orderColumns.module.css';
import { isFuture, type ListLayout, useListContext } from './listLayout.ts';

interface OrderColumn {
  head: string;
  align?: 'right';
  /** The head takes two lines, since the column is narrow. */
  highHead?: true;
  /** `tabIndex` is for what can be pressed in the cell: the grid is one tab stop. */
  cell: (row: OrderRow, tabIndex: 0 | -1) => ReactNode;
}

/** Every column a list can have: rules 7.7, 7.8. Which folder has which stands in `shared/rules/folders`. */
export const orderColumns: Readonly<Record<ListColumn, OrderColumn>> = {
  order_id: { head: 'Order ID', cell: (row) => <span className={classes.id}>{row.order_id}</span> },
  full_name: { head: 'Name', cell: (row) => <NameCell row={row} /> },
  email: { head: 'Email', cell: (row) => <EmailCell row={row} /> },
  telephone: {
    head: 'Telephone',
    cell: (row) => <PhoneCell row={row} />,
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
  process_month: {
    head: 'Process Month',
    highHead: true,
    cell: ({ process_month }) => process_month ?? '-',
  },
  assign_to: {
    head: 'Assigned To',
    cell: ({ assign_to }) => (
      <bdi dir="auto" className={classes.email} title={assign_to ?? undefined}>
        {assign_to ?? '-'}
      </bdi>
    ),
  },
  process_status: {
    head: 'Status',
    cell: (row) => (
      <span className={classes.status}>
        <StatusLabel status={row.process_status} />
      </span>
    ),
  },
  action: { head: 'Action', align: 'right', cell: (row, tabIndex) => <ActionCell row={row} tabIndex={tabIndex} /> },
};

const dateOf = ({ processing_date, created_at }: OrderRow, by: ListLayout['date']) =>
  by === 'processing_date' && processing_date ? listDay(processing_date) : listDateTime(created_at);

/** The name, and under it what the row has no column for: the e-mail, why an action failed, on a phone id and date. */
const NameCell = memo(function NameCell({ row }: { row: OrderRow }) {
  const { layout, compact, reasons } = useListContext();
  const reason = reasons.get(row.order_id);
  const email = layout.emailUnderName && !compact && !reason;
  const bounced = row.email_bounced && <BouncedMark />;
  const oneLine = compact || email || (reason && !layout.phone);
  return (
    <span className={classes.stack}>
      <bdi dir="auto" className={oneLine ? `${classes.name} ${classes.one}` : classes.name} title={row.full_name}>
        {row.customer_wrote && <CustomerWroteMark />}
        {layout.emailUnderName && compact && bounced}
        {row.full_name}
        {reason && compact && !layout.phone && <span className={classes.reasonBeside}>{reason}</span>}
      </bdi>
      {email && (
        <span className={classes.under} title={emailOf(row)}>
          {bounced}
          {emailOf(row)}
        </span>
      )}
      {reason && (!compact || layout.phone) && (
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      )}
      {layout.phone && !reason && (
        <span className={`${classes.under} ${classes.num}`}>
          {bounced}
          <b>{row.order_id}</b> · {dateOf(row, layout.date)}
          {isFuture(layout) && row.process_month && ` · ${row.process_month}`}
        </span>
      )}
      {layout.phone && !reason && isFuture(layout) && <span className={classes.under}>{emailOf(row)}</span>}
    </span>
  );
});

/** An e-mail address breaks before its @; in compact rows it is cut. */
const EmailCell = memo(function EmailCell({ row }: { row: OrderRow }) {
  const { compact } = useListContext();
  const email = emailOf(row);
  const at = email.lastIndexOf('@');
  return (
    <span className={`${classes.email} ${classes.second} ${compact ? classes.one : ''}`} title={email}>
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
});

/** A telephone wraps between its groups; in compact rows it is cut. */
const PhoneCell = memo(function PhoneCell({ row: { country_code, phone_number } }: { row: OrderRow }) {
  const { compact } = useListContext();
  const phone = formatPhone(country_code, phone_number);
  return (
    <span className={`${classes.phone} ${classes.num} ${classes.second} ${compact ? classes.one : ''}`} title={phone}>
      {phone}
    </span>
  );
});

/** When the order came, and in comfortable rows how long ago that is. */
const CreatedCell = memo(function CreatedCell({ row }: { row: OrderRow }) {
  const { compact, layout } = useListContext();
  if (layout.dateOverTime) {
    const [date, time] = listDateTime(row.created_at).split(' ');
    return (
      <span className={classes.stack}>
        <span className={classes.num}>{date}</span>
        <span className={`${classes.under} ${classes.num}`}>{time}</span>
      </span>
    );
  }
  return (
    <span className={classes.stack}>
      <span className={classes.num}>{listDateTime(row.created_at)}</span>
      {!compact && <Age of={row.created_at} />}
    </span>
  );
});

function Age({ of }: { of: string }) {
  return <span className={classes.under}>{age(of, useNow())}</span>;
}

/**
 * View, and Delete for those who may. `tabIndex` is the grid's: it is one tab stop. Plain elements: a long list makes and
 * throws away many of them in every frame that it is scrolled.
 */
const ActionCell = memo(function ActionCell({ row, tabIndex }: { row: OrderRow; tabIndex: 0 | -1 }) {
  const { layout, mayDelete, askDelete, view } = useListContext();
  const id = row.order_id;
  const followed = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    view(row);
  };
  return (
    <span className={classes.actions}>
      <a
        href={orderPath(id)}
        className={classes.view}
        aria-label={`View order ${id}`}
        tabIndex={tabIndex}
        onClick={followed}
      >
        View
      </a>
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
          // This one order may not be deleted: its View stands under the others all the same.
          <span className={classes.noDelete} />
        ))}
    </span>
  );
});

/** lucide's trash-2 in one path: its seven elements were a tenth of what a row costs. */
const Bin = () => (
  <svg viewBox="0 0 24 24" aria-hidden className={classes.bin}>
    <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </svg>
);

/** That mail to this order comes back. It stands in a line of its row and makes it no higher. */
function BouncedMark() {
  return (
    <span role="img" aria-label="Address bounced" title="Address bounced" className={classes.bounced}>
      <MailX aria-hidden />
    </span>
  );
}

/** That the customer wrote and nobody has dealt with it. It stands in a line of its row and makes it no higher. */
function CustomerWroteMark() {
  return (
    <span role="img" aria-label="Customer wrote" title="Customer wrote" className={classes.wrote}>
      <MessageSquareText aria-hidden />
    </span>
  );
}

/** The address a list shows: the contact's, else the applicant's (rules 7.8). */
const emailOf = (row: OrderRow) => row.contact_email_address || row.email;

const everyMs = 30_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void) {
  // Nobody looked for a while: what the clock last said may be old.
  if (readers.size === 0 && Date.now() - now.getTime() > everyMs) now = new Date();
  readers.add(reader);
  timer ??= setInterval(() => {
    now = new Date();
    for (const read of readers) read();
  }, everyMs);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, for ages such as "3 min ago": one clock for all rows, good to half a minute. */
const useNow = () => useSyncExternalStore(subscribe, () => now);
