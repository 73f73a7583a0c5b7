/** The order folders: rules 5.1, 7.7, 8.1. */
import { openStatuses, statuses, type OrderStatus } from './orderStatus.ts';
import { may, type Action, type Role } from './permissions.ts';

export const folderNames = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
  'awaitingOrder',
  'awaitingGovt',
  'contactCustomer',
  'customerCalled',
  'allOrder',
  'futureOrder',
  'deletedOrder',
  'refundOrder',
  'chargeBack',
] as const;

export type FolderName = (typeof folderNames)[number];

/** The keys of the folder counts object (rules 5.6). */
export type CountKey =
  | 'myOrdersCount'
  | 'newOrdersCount'
  | 'priorityOrdersCount'
  | 'pendingOrdersCount'
  | 'completedOrdersCount'
  | 'awaitingOrdersCount'
  | 'awaitingGovtCount'
  | 'contactCustomerOrdersCount'
  | 'customerCalledCount'
  | 'allOrdersCount'
  | 'futureOrdersCount'
  | 'deletedOrdersCount'
  | 'refundOrdersCount'
  | 'chargeBackCount';

export type ListColumn =
  | 'order_id'
  | 'full_name'
  | 'email'
  | 'telephone'
  | 'created_at'
  | 'refund_date'
  | 'processing_date'
  | 'process_month'
  | 'assign_to'
  | 'process_status'
  | 'action';

/** The actions on selected rows, in the order of their buttons. */
export type BulkAction = 'assign' | 'release' | 'refund' | 'delete' | 'restore';

/** Where a folder's link stands in the menu (rules 6.4). */
type MenuGroup = 'Work' | 'Waiting and calls' | 'All orders';

export interface Folder {
  /** Its address; links, tiles and the route table read it here. */
  path: `/admin/${string}`;
  /** Text of its link and tile (rules 5.1). */
  link: string;
  group: MenuGroup;
  /** Heading of its screen (rules 5.1). */
  title: string;
  count: CountKey;
  /** An order is in the folder when its status is one of these and its assignee is as said. */
  statuses: readonly OrderStatus[];
  assignee: 'anybody' | 'nobody' | 'me';
  /** Newest first, but for Future: soonest first. */
  sort: { by: 'created_at' | 'processing_date'; direction: 'desc' | 'asc' };
  needs: Action;
  columns: readonly ListColumn[];
  bulk: readonly BulkAction[];
  /** The right that this folder's Delete needs: a right that depends on the place is an action of its own. */
  deleteNeeds: Extract<Action, 'order.delete' | 'order.deleteFromMyOrders'> | null;
  /** "Next order" claims the oldest unassigned one. */
  nextOrder: boolean;
  /** Why the folder is empty, in one sentence, under "No records found". */
  emptyBecause: string;
}

const columns: readonly ListColumn[] = [
  'order_id',
  'full_name',
  'email',
  'telephone',
  'created_at',
  'process_status',
  'action',
];
const without = (left: ListColumn) => columns.filter((column) => column !== left);
const withBeforeStatus = (...added: ListColumn[]) =>
  columns.flatMap((column) => (column === 'process_status' ? [...added, column] : [column]));

const newestFirst = { by: 'created_at', direction: 'desc' } as const;

const plain = {
  assignee: 'anybody',
  sort: newestFirst,
  needs: 'orders.read',
  columns,
  bulk: ['delete'],
  deleteNeeds: 'order.delete',
  nextOrder: false,
} as const;

export const folders: Readonly<Record<FolderName, Folder>> = {
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
    emptyBecause: 'No order is waiting for its payment.',
  },
  completedOrder: {
    ...plain,
    path: '/admin/completed-order',
    link: 'Completed Orders',
    group: 'Work',
    title: 'Completed Orders',
    count: 'completedOrdersCount',
    statuses: ['Completed'],
    emptyBecause: 'No order has been completed yet.',
  },
  awaitingOrder: {
    ...plain,
    path: '/admin/awaiting-response',
    link: 'Awaiting Customer',
    group: 'Waiting and calls',
    title: 'Awaiting Response',
    count: 'awaitingOrdersCount',
    statuses: ['Awaiting'],
    emptyBecause: 'No order is waiting for a customer’s answer.',
  },
  awaitingGovt: {
    ...plain,
    path: '/admin/awaiting-govt',
    link: 'Awaiting Govt',
    group: 'Waiting and calls',
    title: 'Awaiting Govt',
    count: 'awaitingGovtCount',
    statuses: ['AwaitingGovt'],
    emptyBecause: 'No order is with the government.',
  },
  contactCustomer: {
    ...plain,
    path: '/admin/contact-customer',
    link: 'Contact Customer',
    group: 'Waiting and calls',
    title: 'Contact Customer',
    count: 'contactCustomerOrdersCount',
    statuses: ['Contact Customer'],
    columns: without('telephone'),
    emptyBecause: 'No customer has to be called.',
  },
  customerCalled: {
    ...plain,
    path: '/admin/called',
    link: 'Customer Called',
    group: 'Waiting and calls',
    title: 'Customer Called',
    count: 'customerCalledCount',
    statuses: ['Customer Called'],
    emptyBecause: 'No order is waiting after a call.',
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
    columns: withBeforeStatus('assign_to'),
    emptyBecause: 'No order has arrived yet.',
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
    columns: withBeforeStatus('processing_date', 'process_month'),
    emptyBecause: 'No order waits for a later date.',
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
    emptyBecause: 'No order has been deleted.',
  },
  refundOrder: {
    ...plain,
    path: '/admin/refund-order',
    link: 'Refunds',
    group: 'All orders',
    title: 'Refund Orders',
    count: 'refundOrdersCount',
    statuses: ['Refunds', 'Completed Refunds'],
    columns: withBeforeStatus('refund_date'),
    bulk: ['refund', 'delete'],
    emptyBecause: 'No order is to be refunded.',
  },
  chargeBack: {
    ...plain,
    path: '/admin/chargeback',
    link: 'Charge Back',
    group: 'All orders',
    title: 'Charge Back',
    count: 'chargeBackCount',
    statuses: ['ChargeBack'],
    emptyBecause: 'No payment is disputed.',
  },
};

/** The bulk buttons that `role` sees in a folder. */
export function bulkActionsFor(folder: Folder, role: Role): BulkAction[] {
  return folder.bulk.filter((action) =>
    action === 'delete' ? folder.deleteNeeds !== null && may(role, folder.deleteNeeds) : may(role, `order.${action}`),
  );
}

/**
 * Whether a member may delete this order from whatever screen: an order in one's own My Orders needs the right of
 * that place, so that a Manager does not delete what they work on (rules 2.4).
 */
export function mayDelete(role: Role, order: { status: OrderStatus; assignedToMe: boolean }): boolean {
  const inMyOrders = order.assignedToMe && folders.myOrder.statuses.includes(order.status);
  return may(role, inMyOrders ? 'order.deleteFromMyOrders' : 'order.delete');
}
