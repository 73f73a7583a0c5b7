/** What a status is called, whose turn it is, and what it unlocks: rules 4.1, 4.6. */

export const statuses = [
  'New',
  'Priority',
  'Pending',
  'Future',
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Completed',
  'Refunds',
  'Completed Refunds',
  'Deleted',
  'ChargeBack',
] as const;

export type OrderStatus = (typeof statuses)[number];

/** The targets of `move-order-status`, in the order of their buttons on the order page. Deleted stands apart, last. */
export const moveTargets = [
  'Completed',
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Refunds',
  'ChargeBack',
  'Deleted',
] as const satisfies readonly OrderStatus[];

export type MoveTarget = (typeof moveTargets)[number];

/** What a customer is told of an order: rules 16.6. */
export const customerStages = [
  'received',
  'in progress',
  'we need something from you',
  'with the government',
  'ready',
  'refund on its way',
  'refunded',
] as const;

export type CustomerStage = (typeof customerStages)[number];

interface StatusRule {
  /** What people read. The value itself is never shown. */
  label: string;
  /** Key of the colours in `palette.status` and of the icon. */
  key: string;
  /** Whose turn it is: the one question that colour answers. */
  turn: 'ours' | 'later' | 'customer' | 'government' | 'dispute' | 'closed';
  /** Where `move-order-status` may take it. */
  moves: readonly MoveTarget[];
  /** Where something other than a move takes it. */
  leaves?: Partial<Record<'refund' | 'promotion' | 'payment' | 'restore', readonly OrderStatus[]>>;
  /** Still somebody's work: such an order shows in its assignee's My Orders. */
  open: boolean;
  /** New and Priority alone can be claimed. */
  claimable?: true;
  /** Defence packs and transaction details. */
  evidence?: true;
  /** The stage before assignment and document are looked at (`customerStage`); a deleted order has none. */
  stage: CustomerStage | null;
}

const everyMove = moveTargets;
/** Every status that an order can be deleted from, and so be restored to. */
const anyButDeleted = statuses.filter((status) => status !== 'Deleted');

export const orderStatus: Readonly<Record<OrderStatus, StatusRule>> = {
  New: { label: 'New', key: 'new', turn: 'ours', moves: everyMove, open: true, claimable: true, stage: 'received' },
  Priority: {
    label: 'Priority',
    key: 'priority',
    turn: 'ours',
    moves: everyMove,
    open: true,
    claimable: true,
    stage: 'received',
  },
  Pending: {
    label: 'Pending',
    key: 'pending',
    turn: 'ours',
    moves: everyMove,
    leaves: { payment: ['New', 'Priority'] },
    open: true,
    stage: 'received',
  },
  Future: {
    label: 'Future',
    key: 'future',
    turn: 'later',
    moves: everyMove,
    leaves: { promotion: ['New', 'Priority', 'Pending'] },
    open: true,
    stage: 'received',
  },
  Awaiting: {
    label: 'Awaiting Customer',
    key: 'awaiting',
    turn: 'customer',
    moves: everyMove,
    open: true,
    stage: 'we need something from you',
  },
  AwaitingGovt: {
    label: 'Awaiting Govt',
    key: 'awaiting-govt',
    turn: 'government',
    moves: everyMove,
    open: true,
    stage: 'with the government',
  },
  'Contact Customer': {
    label: 'Contact Customer',
    key: 'contact-customer',
    turn: 'ours',
    moves: everyMove,
    open: true,
    stage: 'we need something from you',
  },
  'Customer Called': {
    label: 'Customer Called',
    key: 'customer-called',
    turn: 'ours',
    moves: everyMove,
    open: true,
    evidence: true,
    stage: 'ready',
  },
  Completed: {
    label: 'Completed',
    key: 'completed',
    turn: 'closed',
    moves: everyMove,
    open: false,
    evidence: true,
    stage: 'ready',
  },
  Refunds: {
    label: 'Refunds',
    key: 'refunds',
    turn: 'ours',
    moves: everyMove,
    leaves: { refund: ['Completed Refunds'] },
    open: false,
    stage: 'refund on its way',
  },
  'Completed Refunds': {
    label: 'Completed Refunds',
    key: 'completed-refunds',
    turn: 'closed',
    moves: everyMove,
    open: false,
    stage: 'refunded',
  },
  Deleted: {
    label: 'Deleted',
    key: 'deleted',
    turn: 'closed',
    moves: [],
    leaves: { restore: anyButDeleted },
    open: false,
    stage: null,
  },
  ChargeBack: {
    label: 'Charge Back',
    key: 'chargeback',
    turn: 'dispute',
    moves: everyMove,
    open: false,
    evidence: true,
    stage: 'ready',
  },
};

/** The statuses that may be moved to `target`: what a button on the order page and the API's check both ask. */
export function canMove(from: OrderStatus, target: OrderStatus): target is MoveTarget {
  return from !== target && (orderStatus[from].moves as readonly OrderStatus[]).includes(target);
}

/** The move buttons of an order page: every target, also the status it has, which keeps its place (rules 4.8). */
export const moveButtons = (status: OrderStatus): readonly MoveTarget[] => orderStatus[status].moves;

/** At these the order waits for its customer, who is told what we need and can answer (rules 16.8). */
export const askingStatuses = ['Awaiting', 'Contact Customer'] as const satisfies readonly MoveTarget[];

export const claimableStatuses = statuses.filter((status) => orderStatus[status].claimable);
export const openStatuses = statuses.filter((status) => orderStatus[status].open);

/**
 * What the customer reads, from status, assignment and document together; null: there is no such order for them.
 * Rules 16.6: New and Priority are in progress once assigned, and so is what is ready without a document.
 */
export function customerStage(order: {
  status: OrderStatus;
  assigned: boolean;
  hasDocument: boolean;
}): CustomerStage | null {
  const { stage, claimable } = orderStatus[order.status];
  if (claimable && order.assigned) return 'in progress';
  if (stage === 'ready' && !order.hasDocument) return 'in progress';
  return stage;
}
