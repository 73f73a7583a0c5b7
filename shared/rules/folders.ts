/** The order folders: rules 5.1, 7.7, 8.1. */
import { openStatuses, statuses, type OrderStatus } from './orderStatus.ts';
import { may, type Action, type Role } from './permissions.ts';

/** The actions on selected rows, in the order of their buttons. */
export type BulkAction = 'assign' | 'release' | 'handle' | 'refund' | 'delete' | 'restore';

interface FolderRow {
  path: `/admin/${string}`;
  /** The text of its link and tile (rule 5.1). */
  link: string;
  /** The group in the menu (rule 6.4). */
  group: 'Work' | 'Waiting and calls' | 'All orders';
  /** The screen's heading (rule 5.1). */
  title: string;
  /** The key in the folder counts object (rule 5.6). */
  count: string;
  statuses: readonly OrderStatus[];
  assignee: 'anybody' | 'nobody' | 'me';
  /** Whether the folder contains only orders with an unhandled message from the customer. */
  unhandled: boolean;
  /** Newest first, except Future (soonest first) and Messages (longest wait first). */
  sort: { by: 'created_at' | 'processing_date' | 'customer_wrote_at'; direction: 'desc' | 'asc' };
  needs: Action;
  bulk: readonly BulkAction[];
  /** The right needed for Delete in this folder; null if the folder has no Delete. */
  deleteNeeds: Extract<Action, 'order.delete' | 'order.deleteFromMyOrders'> | null;
  /** Whether the list has the button "Next order". */
  nextOrder: boolean;
  /** The explanation under "No records found". */
  emptyBecause: string;
}

const plain = {
  assignee: 'anybody',
  unhandled: false,
  sort: { by: 'created_at', direction: 'desc' },
  needs: 'orders.read',
  bulk: ['delete'],
  deleteNeeds: 'order.delete',
  nextOrder: false,
} as const;

const rows = {
  myOrder: {
    ...plain,
    path: '/admin/my-order',
    link: 'My Orders',
    group: 'Work',
    title: 'My Order',
    count: 'myOrdersCount',
    statuses: openStatuses,
    assignee: 'me',
    bulk: ['release', 'delete'],
    deleteNeeds: 'order.deleteFromMyOrders',
    nextOrder: true,
    emptyBecause: 'You have no unfinished orders. Take one from New Orders or Priority Order.',
  },
  newOrder: {
    ...plain,
    path: '/admin/recent-order',
    link: 'New Orders',
    group: 'Work',
    title: 'New Order',
    count: 'newOrdersCount',
    statuses: ['New'],
    assignee: 'nobody',
    bulk: ['assign', 'delete'],
    nextOrder: true,
    emptyBecause: 'Every new order has been taken.',
  },
  priorityOrder: {
    ...plain,
    path: '/admin/priority-order',
    link: 'Priority Order',
    group: 'Work',
    title: 'Priority Order',
    count: 'priorityOrdersCount',
    statuses: ['Priority'],
    assignee: 'nobody',
    bulk: ['assign', 'delete'],
    nextOrder: true,
    emptyBecause: 'Every priority order has been taken.',
  },
  pendingOrder: {
    ...plain,
    path: '/admin/pending-order',
    link: 'Pending Orders',
    group: 'Work',
    title: 'Pending Orders',
    count: 'pendingOrdersCount',
    statuses: ['Pending'],
    emptyBecause: 'No orders are waiting for payment.',
  },
  completedOrder: {
    ...plain,
    path: '/admin/completed-order',
    link: 'Completed Orders',
    group: 'Work',
    title: 'Completed Orders',
    count: 'completedOrdersCount',
    statuses: ['Completed'],
    emptyBecause: 'No orders have been completed yet.',
  },
  awaitingOrder: {
    ...plain,
    path: '/admin/awaiting-response',
    link: 'Awaiting Customer',
    group: 'Waiting and calls',
    title: 'Awaiting Response',
    count: 'awaitingOrdersCount',
    statuses: ['Awaiting'],
    emptyBecause: 'No orders are waiting for the customer.',
  },
  awaitingGovt: {
    ...plain,
    path: '/admin/awaiting-govt',
    link: 'Awaiting Govt',
    group: 'Waiting and calls',
    title: 'Awaiting Govt',
    count: 'awaitingGovtCount',
    statuses: ['AwaitingGovt'],
    emptyBecause: 'No orders are with the government.',
  },
  contactCustomer: {
    ...plain,
    path: '/admin/contact-customer',
    link: 'Contact Customer',
    group: 'Waiting and calls',
    title: 'Contact Customer',
    count: 'contactCustomerOrdersCount',
    statuses: ['Contact Customer'],
    emptyBecause: 'No customers to call.',
  },
  customerCalled: {
    ...plain,
    path: '/admin/called',
    link: 'Customer Called',
    group: 'Waiting and calls',
    title: 'Customer Called',
    count: 'customerCalledCount',
    statuses: ['Customer Called'],
    emptyBecause: 'No orders need a follow-up after a call.',
  },
  customerMessages: {
    ...plain,
    path: '/admin/messages',
    link: 'Messages',
    group: 'Waiting and calls',
    title: 'Messages',
    count: 'customerMessagesCount',
    statuses: statuses.filter((status) => status !== 'Deleted'),
    unhandled: true,
    sort: { by: 'customer_wrote_at', direction: 'asc' },
    bulk: ['handle', 'delete'],
    emptyBecause: 'Every message from a customer has been handled.',
  },
  allOrder: {
    ...plain,
    path: '/admin/order-history',
    link: 'Order History',
    group: 'All orders',
    title: 'Order History',
    count: 'allOrdersCount',
    statuses: statuses.filter((status) => status !== 'Deleted'),
    needs: 'orders.readHistory',
    emptyBecause: 'No orders have arrived yet.',
  },
  futureOrder: {
    ...plain,
    path: '/admin/future-order',
    link: 'Future Orders',
    group: 'All orders',
    title: 'Future Order',
    count: 'futureOrdersCount',
    statuses: ['Future'],
    sort: { by: 'processing_date', direction: 'asc' },
    emptyBecause: 'No orders are scheduled for later.',
  },
  deletedOrder: {
    ...plain,
    path: '/admin/deleted-order',
    link: 'Deleted Orders',
    group: 'All orders',
    title: 'Deleted Orders',
    count: 'deletedOrdersCount',
    statuses: ['Deleted'],
    bulk: ['restore'],
    deleteNeeds: null,
    emptyBecause: 'No orders have been deleted.',
  },
  refundOrder: {
    ...plain,
    path: '/admin/refund-order',
    link: 'Refunds',
    group: 'All orders',
    title: 'Refund Orders',
    count: 'refundOrdersCount',
    statuses: ['Refunds', 'Completed Refunds'],
    bulk: ['refund', 'delete'],
    emptyBecause: 'No refunds to process.',
  },
  chargeBack: {
    ...plain,
    path: '/admin/chargeback',
    link: 'Charge Back',
    group: 'All orders',
    title: 'Charge Back',
    count: 'chargeBackCount',
    statuses: ['ChargeBack'],
    emptyBecause: 'No payments are disputed.',
  },
} as const satisfies Record<string, FolderRow>;

export type FolderName = keyof typeof rows;
export type CountKey = (typeof rows)[FolderName]['count'];

export interface Folder extends FolderRow {
  count: CountKey;
}

export const folders: Readonly<Record<FolderName, Folder>> = rows;
export const folderNames = Object.keys(rows) as readonly FolderName[];

/** The fields of an order that decide which folders contain it for a member. */
export interface FolderFields {
  process_status: OrderStatus;
  assign_to: string | null;
  assigned_to_me: boolean;
  customer_wrote: boolean;
}

export function isInFolder(name: FolderName, order: FolderFields): boolean {
  const { statuses: folderStatuses, assignee, unhandled } = folders[name];
  const fits = assignee === 'me' ? order.assigned_to_me : assignee === 'anybody' || order.assign_to === null;
  return fits && folderStatuses.includes(order.process_status) && (!unhandled || order.customer_wrote);
}

/** The folder of an order opened by its URL: the menu's first folder that the role may open and that has the order. */
export function findFolder(order: FolderFields, role: Role | null): Folder | null {
  const name = findFolderName(order, role);
  return name ? folders[name] : null;
}

export const findFolderName = (order: FolderFields, role: Role | null): FolderName | null =>
  folderNames.find((folder) => isInFolder(folder, order) && may(role, folders[folder].needs)) ?? null;

export function bulkActionsFor(folder: Folder, role: Role): BulkAction[] {
  return folder.bulk.filter((action) =>
    action === 'delete' ? folder.deleteNeeds !== null && may(role, folder.deleteNeeds) : may(role, `order.${action}`),
  );
}

/**
 * Whether a member may delete this order, on any screen. An order in the member's My Orders needs that folder's
 * permission, so a Manager cannot delete their own work (rule 2.4).
 */
export function mayDelete(role: Role, order: { status: OrderStatus; assignedToMe: boolean }): boolean {
  const inMyOrders = order.assignedToMe && folders.myOrder.statuses.includes(order.status);
  return may(role, inMyOrders ? 'order.deleteFromMyOrders' : 'order.delete');
}
