/** Labels, moves and stage of each status: rules 4.1, 4.6. */

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

/** The targets of `move-order-status`, in the order of their buttons; Deleted is last. */
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

/** The stages that a customer sees: rule 16.6. */
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
  /** Shown instead of the value. */
  label: string;
  /** The key of its colours in `palette.status` and of its icon. */
  key: string;
  /** Targets of `move-order-status`. */
  moves: readonly MoveTarget[];
  /** Statuses reached by other means than a move. */
  otherTransitions?: Partial<Record<'refund' | 'promotion' | 'payment' | 'restore', readonly OrderStatus[]>>;
  /** Whether orders with this status are unfinished, and so in the assignee's My Orders. */
  open: boolean;
  claimable?: true;
  /** Whether defence packs and transaction details are available. */
  evidence?: true;
  /** The stage, unless assignment or a missing document changes it (`customerStage`); null for a deleted order. */
  stage: CustomerStage | null;
}

const everyMove = moveTargets;
/** Statuses from which an order can be deleted, and to which it can be restored. */
const anyButDeleted = statuses.filter((status) => status !== 'Deleted');

export const orderStatus: Readonly<Record<OrderStatus, StatusRule>> = {
  New: { label: 'New', key: 'new', moves: everyMove, open: true, claimable: true, stage: 'received' },
  Priority: {
    label: 'Priority',
    key: 'priority',
    moves: everyMove,
    open: true,
    claimable: true,
    stage: 'received',
  },
  Pending: {
    label: 'Pending',
    key: 'pending',
    moves: everyMove,
    otherTransitions: { payment: ['New', 'Priority'] },
    open: true,
    stage: 'received',
  },
  Future: {
    label: 'Future',
    key: 'future',
    moves: everyMove,
    otherTransitions: { promotion: ['New', 'Priority', 'Pending'] },
    open: true,
    stage: 'received',
  },
  Awaiting: {
    label: 'Awaiting Customer',
    key: 'awaiting',
    moves: everyMove,
    open: true,
    stage: 'we need something from you',
  },
  AwaitingGovt: {
    label: 'Awaiting Govt',
    key: 'awaiting-govt',
    moves: everyMove,
    open: true,
    stage: 'with the government',
  },
  'Contact Customer': {
    label: 'Contact Customer',
    key: 'contact-customer',
    moves: everyMove,
    open: true,
    stage: 'we need something from you',
  },
  'Customer Called': {
    label: 'Customer Called',
    key: 'customer-called',
    moves: everyMove,
    open: true,
    evidence: true,
    stage: 'ready',
  },
  Completed: {
    label: 'Completed',
    key: 'completed',
    moves: everyMove,
    open: false,
    evidence: true,
    stage: 'ready',
  },
  Refunds: {
    label: 'Refunds',
    key: 'refunds',
    moves: everyMove,
    otherTransitions: { refund: ['Completed Refunds'] },
    open: false,
    stage: 'refund on its way',
  },
  'Completed Refunds': {
    label: 'Completed Refunds',
    key: 'completed-refunds',
    moves: everyMove,
    open: false,
    stage: 'refunded',
  },
  Deleted: {
    label: 'Deleted',
    key: 'deleted',
    moves: [],
    otherTransitions: { restore: anyButDeleted },
    open: false,
    stage: null,
  },
  ChargeBack: {
    label: 'Charge Back',
    key: 'chargeback',
    moves: everyMove,
    open: false,
    evidence: true,
    stage: 'ready',
  },
};

export function canMove(from: OrderStatus, target: OrderStatus): target is MoveTarget {
  return from !== target && (orderStatus[from].moves as readonly OrderStatus[]).includes(target);
}

/** Includes the current status, whose button is shown but disabled (rule 4.8). */
export const moveButtons = (status: OrderStatus): readonly MoveTarget[] => orderStatus[status].moves;

/** Statuses that wait for the customer, who sees a question and can answer (rule 16.28). */
export const questionStatuses = ['Awaiting', 'Contact Customer'] as const satisfies readonly MoveTarget[];

export const claimableStatuses = statuses.filter((status) => orderStatus[status].claimable);
export const openStatuses = statuses.filter((status) => orderStatus[status].open);

/**
 * The stage that the customer sees; null for a deleted order. An assigned New or Priority order is in progress, and so
 * is a ready order without a document (rule 16.6).
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
