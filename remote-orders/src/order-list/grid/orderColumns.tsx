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
  /** `tabIndex` is for what can be pressed in the cell: the grid is one tab stop. */
  cell: (row: OrderRow, tabIndex: 0 | -1) => ReactNode;
}

/** Every column a list can have: rules 7.7, 7.8. */
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
  process_month: { head: 'Process Month', highHead: true, cell: ({ process_month }) => process_month ?? '-' },
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
