import { detailEstDay, detailUtcDay } from '../format/dates.ts';
import { orderStatus } from '../rules/orderStatus.ts';
import type { Fact } from './fact.ts';

/** "Order Details" (rules 9.4, 19.1). */
export const orderFacts: readonly Fact[] = [
  { label: 'Order ID', value: 'order_id', copy: true },
  {
    label: 'Process status',
    value: (order) => orderStatus[order.process_status].label,
    status: (order) => order.process_status,
  },
  { label: 'Processing mode', value: (order) => (order.processing_mode === 'priority' ? 'Priority' : 'Standard') },
  { label: 'Email', value: 'email', copy: true, email: true, long: true },
  { label: 'Confirm email', value: 'confirm_email', copy: true, email: true, long: true },
  {
    label: 'Contact email',
    value: 'contact_email_address',
    copy: true,
    email: true,
    long: true,
    shown: (order) => Boolean(order.contact_email_address) && order.contact_email_address !== order.email,
  },
  { label: 'Created', value: (order) => detailEstDay(order.created_at), moment: (order) => order.created_at },
  { label: 'Transaction ID', value: 'transaction_id', copy: true, mono: true, long: true },
  { label: 'Merchant name', value: 'merchant_name', copy: true, words: true, long: true },
  { label: 'Processing date', value: (order) => order.processing_date && detailUtcDay(order.processing_date) },
  { label: 'Landing domain', value: 'landing_domain', long: true },
  { label: 'Processed by', value: 'processed_by', words: true },
  { label: 'Process month', value: 'process_month' },
  {
    label: 'Refund date',
    value: (order) => order.refund_date && detailUtcDay(order.refund_date),
    shown: (order) => order.refund_date !== null,
  },
  {
    label: 'Refund amount',
    value: ({ refund }) => (refund?.amount ? `${refund.currency} ${refund.amount}` : null),
    shown: ({ refund }) => Boolean(refund?.amount),
  },
  {
    label: 'Refund reference',
    value: ({ refund }) => refund?.reference ?? null,
    shown: ({ refund }) => Boolean(refund?.reference),
    ...{ copy: true, mono: true, long: true },
  },
  {
    label: 'Refund reason',
    value: ({ refund }) => refund?.reason ?? null,
    shown: ({ refund }) => Boolean(refund?.reason),
    ...{ words: true, long: true },
  },
];
