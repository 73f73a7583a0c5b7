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

/** Statuses from which an order can be deleted, and to which it can be restored. */
const anyButDeleted = statuses.filter((status) => status !== 'Deleted');

const unfinished = { moves: moveTargets, open: true } as const;
const finished = { moves: moveTargets, open: false } as const;

export const orderStatus: Readonly<Record<OrderStatus, StatusRule>> = {
  New: { ...unfinished, label: 'New', key: 'new', claimable: true, stage: 'received' },
  Priority: { ...unfinished, label: 'Priority', key: 'priority', claimable: true, stage: 'received' },
  Pending: {
    ...unfinished,
    label: 'Pending',
    key: 'pending',
    otherTransitions: { payment: ['New', 'Priority'] },
    stage: 'received',
  },
  Future: {
    ...unfinished,
    label: 'Future',
    key: 'future',
    otherTransitions: { promotion: ['New', 'Priority', 'Pending'] },
    stage: 'received',
  },
  Awaiting: { ...unfinished, label: 'Awaiting Customer', key: 'awaiting', stage: 'we need something from you' },
  AwaitingGovt: { ...unfinished, label: 'Awaiting Govt', key: 'awaiting-govt', stage: 'with the government' },
  'Contact Customer': {
    ...unfinished,
    label: 'Contact Customer',
    key: 'contact-customer',
    stage: 'we need something from you',
  },
  'Customer Called': {
    ...unfinished,
    label: 'Customer Called',
    key: 'customer-called',
    evidence: true,
    stage: 'ready',
  },
  Completed: { ...finished, label: 'Completed', key: 'completed', evidence: true, stage: 'ready' },
  Refunds: {
    ...finished,
    label: 'Refunds',
    key: 'refunds',
    otherTransitions: { refund: ['Completed Refunds'] },
    stage: 'refund on its way',
  },
  'Completed Refunds': { ...finished, label: 'Completed Refunds', key: 'completed-refunds', stage: 'refunded' },
  Deleted: {
    label: 'Deleted',
    key: 'deleted',
    moves: [],
    otherTransitions: { restore: anyButDeleted },
    open: false,
    stage: null,
  },
  ChargeBack: { ...finished, label: 'Charge Back', key: 'chargeback', evidence: true, stage: 'ready' },
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
