/** The customer's next step and its usual time: rules 16.22 to 16.24. */
import { customerStage, type CustomerStage, type OrderStatus } from './orderStatus.ts';

interface StepTexts {
  next: string;
  /** Seconds until the page's next check; later intervals grow (rule 16.41). Null if the page stops checking. */
  askAgain: number | null;
}

/** The text of each step; the step's day replaces `{on}`. */
export const nextSteps = {
  payment: { next: 'We haven’t received your payment yet. We’ll start once we have.', askAgain: 15 },
  begin: { next: 'We’ll start on {on}, as you requested. You don’t need to do anything until then.', askAgain: 600 },
  check: { next: 'Next, we’ll check your answers.', askAgain: 15 },
  finish: { next: 'We’re checking your answers. If anything is missing, we’ll ask you here.', askAgain: 15 },
  answer: { next: 'Reply here. We’ll continue once we’ve read your answer.', askAgain: 60 },
  read: { next: 'We’ll email you if we need anything else.', askAgain: 30 },
  government: { next: 'We’ve sent your declaration and are waiting for a reply.', askAgain: 15 },
  download: { next: 'Save it on your phone before you fly.', askAgain: null },
  refund: { next: 'We’ll email you when it’s done.', askAgain: 300 },
  bank: { next: 'We refunded your payment on {on}.', askAgain: null },
} as const satisfies Record<string, StepTexts>;

export type NextStepName = keyof typeof nextSteps;
export const nextStepNames = Object.keys(nextSteps) as readonly NextStepName[];

/** Shown below a step with a usual time, which replaces `{by}`. */
export const usualTimeTexts = {
  by: '9 in 10 similar orders are ready by {by}.',
  late: 'This is taking longer than usual. We’re still working on it.',
} as const;

export interface NextStep {
  step: NextStepName;
  /** YYYY-MM-DD: when we begin, or refunded the payment. */
  on: string | null;
  /** The time by which 90% of similar orders would be ready, rounded up to a full hour. Null if unknown. */
  usuallyBy: Date | null;
  late: boolean;
}

export interface OrderState {
  status: OrderStatus;
  assigned: boolean;
  hasDocument: boolean;
  /** Whether the customer has answered our question. */
  answered: boolean;
  /** YYYY-MM-DD. */
  processingDate: string | null;
  refundDate: string | null;
  arrivedAsFuture: boolean;
  createdAt: Date;
  paidAt: Date | null;
}

const byStage: Readonly<Record<Exclude<CustomerStage, 'received'>, NextStepName>> = {
  'in progress': 'finish',
  'we need something from you': 'answer',
  'with the government': 'government',
  ready: 'download',
  'refund on its way': 'refund',
  refunded: 'bank',
};

/** The statuses with a usual time (rule 16.24). */
const timed: readonly OrderStatus[] = ['New', 'Priority', 'Future', 'AwaitingGovt'];
const hour = 3_600_000;

/**
 * The next step of an order at `now`; null for a deleted order. `usualMs` is the time within which 90% of recent orders
 * of the same mode were completed; null if there are too few.
 */
export function nextStep(order: OrderState, usualMs: number | null, now: Date): NextStep | null {
  const stage = customerStage(order);
  if (!stage) return null;
  const step = stepOf(order, stage);
  const on = step === 'begin' ? order.processingDate : step === 'bank' ? order.refundDate : null;
  const usuallyBy =
    usualMs !== null && timed.includes(order.status) ? fullHour(processingStart(order) + usualMs) : null;
  return { step, on, usuallyBy, late: usuallyBy !== null && usuallyBy < now };
}

function stepOf({ status, answered }: OrderState, stage: CustomerStage): NextStepName {
  if (stage === 'received') return status === 'Pending' ? 'payment' : status === 'Future' ? 'begin' : 'check';
  return stage === 'we need something from you' && answered ? 'read' : byStage[stage];
}

type StartedOrder = Pick<OrderState, 'arrivedAsFuture' | 'processingDate' | 'createdAt' | 'paidAt'>;

/**
 * When an order's processing time starts, in milliseconds: once the order has arrived, is paid and, if it arrived as
 * Future, has reached its processing date.
 */
export function processingStart({ arrivedAsFuture, processingDate, createdAt, paidAt }: StartedOrder): number {
  const day = arrivedAsFuture && processingDate ? Date.parse(processingDate) : 0;
  return Math.max(day, createdAt.getTime(), paidAt?.getTime() ?? 0);
}

const fullHour = (moment: number) => new Date(Math.ceil(moment / hour) * hour);
