import type { ReactNode } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { listDay } from 'shared/format/dates';
import { StatusLabel } from 'shared/kit';
import type { ListColumn } from 'shared/rules/folders';
import { ActionCell } from './ActionCell.tsx';
import { CreatedCell } from './CreatedCell.tsx';
import { EmailCell } from './EmailCell.tsx';
import { NameCell } from './NameCell.tsx';
import { PhoneCell } from './PhoneCell.tsx';
import classes from './OrderCells.module.css';

interface OrderColumn {
  /** What stands above it. */
  head: string;
  align?: 'right';
  /** The head takes two lines, the column being narrow. */
  highHead?: true;
  /** Narrower than this, in pixels, the card or the window has no room for it. */
  needs?: { card?: number; window?: number };
  /** `tabIndex` is for what can be pressed in the cell: the grid is one tab stop. */
  cell: (row: OrderRow, tabIndex: 0 | -1) => ReactNode;
}

interface SizedColumn extends OrderColumn {
  /** Pixels at 1280 px with the sidebar open; where there is less room, `listLayout` gives some columns less. */
  width: number;
}

/** Their width follows from the folder and the room: `listLayout`. */
type FreeColumn = 'full_name' | 'process_status' | 'action';

type OrderColumns = Record<FreeColumn, OrderColumn> & Record<Exclude<ListColumn, FreeColumn>, SizedColumn>;

/** Every column a list can have: rules 7.7, 7.8. Which folder has which stands in `shared/rules/folders`. */
export const orderColumns: Readonly<OrderColumns> = {
  order_id: { head: 'Order ID', width: 74, cell: (row) => <span className={classes.id}>{row.order_id}</span> },
  full_name: { head: 'Name', cell: (row) => <NameCell row={row} /> },
  // Where it has no room it stands below the name.
  email: { head: 'Email', width: 180, needs: { card: 900 }, cell: (row) => <EmailCell row={row} /> },
  telephone: {
    head: 'Telephone',
    width: 138,
    needs: { card: 740 },
    cell: (row) => <PhoneCell row={row} />,
  },
  created_at: { head: 'Date & Time', width: 134, cell: (row) => <CreatedCell row={row} /> },
  refund_date: {
    head: 'Refund Date',
    width: 94,
    cell: ({ refund_date }) => <span className={classes.num}>{refund_date ? listDay(refund_date) : '-'}</span>,
  },
  processing_date: {
    head: 'Processing Date',
    highHead: true,
    width: 98,
    cell: ({ processing_date }) => <b className={classes.day}>{processing_date ? listDay(processing_date) : '-'}</b>,
  },
  process_month: {
    head: 'Process Month',
    highHead: true,
    width: 70,
    needs: { card: 690 },
    cell: ({ process_month }) => process_month ?? '-',
  },
  assign_to: {
    head: 'Assigned To',
    width: 128,
    needs: { window: 1440 },
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
