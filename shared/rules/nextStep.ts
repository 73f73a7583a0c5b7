/** What happens next with a customer's order, and by when: rules 16.22 to 16.24. */
import { customerStage, type CustomerStage, type OrderStatus } from './orderStatus.ts';

export const nextStepNames = [
  'payment',
  'begin',
  'check',
  'finish',
  'answer',
  'read',
  'government',
  'download',
  'refund',
  'bank',
] as const;
export type NextStepName = (typeof nextStepNames)[number];

interface StepTexts {
  /** What happens next. */
  next: string;
  /** Seconds until it is worth asking again at the earliest; null: it does not change by itself. */
  askAgain: number | null;
}

/** What is said of a step, and how soon it may be another. `{on}` stands for the step's day. */
export const nextSteps: Readonly<Record<NextStepName, StepTexts>> = {
  payment: { next: 'Your payment has not reached us yet. We begin once it has.', askAgain: 15 },
  begin: { next: 'We begin on {on}, as you ordered it. Nothing to do until then.', askAgain: 600 },
  check: { next: 'Next, a person checks your answers.', askAgain: 15 },
  finish: { next: 'A person is checking your answers. If something is missing, we ask you here.', askAgain: 15 },
  answer: { next: 'Answer here. We go on once we have read it.', askAgain: 60 },
  read: { next: 'We have your answer. Next, a person reads it.', askAgain: 30 },
  government: { next: 'Your declaration is sent. We wait for the answer.', askAgain: 15 },
  download: { next: 'Save it on your phone before you fly.', askAgain: null },
  refund: { next: 'We e-mail you when it is done.', askAgain: 300 },
  bank: { next: 'We returned it on {on}.', askAgain: null },
};

/** Of steps that have a usual time, which is a figure of the last weeks and no promise. `{by}` stands for the moment. */
export const usualTexts = {
  by: 'Usually ready by {by}: nine of ten orders like yours are.',
  late: 'Yours takes longer than nine of ten orders do. We are still working on it.',
} as const;

export interface NextStep {
  step: NextStepName;
  /** YYYY-MM-DD: the day on which we begin, or returned the payment. */
  on: string | null;
  /** When nine of ten orders like it were ready, counted from its own beginning: a full hour. Null: that is not known. */
  usuallyBy: Date | null;
  /** That moment has passed. */
  late: boolean;
}

/** What is known of an order, as far as its next step follows from it. */
export interface StandingOrder {
  status: OrderStatus;
  assigned: boolean;
  hasDocument: boolean;
  /** The customer was asked and has written since. */
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

/** The statuses whose work is ours or the government's: of the others nobody can say how long they take. */
const timed: readonly OrderStatus[] = ['New', 'Priority', 'Future', 'AwaitingGovt'];
const hour = 3_600_000;

/**
 * The next step of an order, at a moment. `usualMs` is what nine of ten orders of its processing mode took of late
 * (`usualTime`); null: too few were ready to tell. Null for a deleted order, which has no customer any more.
 */
export function nextStep(order: StandingOrder, usualMs: number | null, now: Date): NextStep | null {
  const stage = customerStage(order);
  if (!stage) return null;
  const step = stepOf(order, stage);
  const on = step === 'begin' ? order.processingDate : step === 'bank' ? order.refundDate : null;
  const usuallyBy = usualMs !== null && timed.includes(order.status) ? fullHour(beganAt(order) + usualMs) : null;
  return { step, on, usuallyBy, late: usuallyBy !== null && usuallyBy < now };
}

function stepOf({ status, answered }: StandingOrder, stage: CustomerStage): NextStepName {
  if (stage === 'received') return status === 'Pending' ? 'payment' : status === 'Future' ? 'begin' : 'check';
  return stage === 'we need something from you' && answered ? 'read' : byStage[stage];
}

/** When the time of an order begins to run: once it is there, paid, and its day has come. */
export function beganAt({
  arrivedAsFuture,
  processingDate,
  createdAt,
  paidAt,
}: Pick<StandingOrder, 'arrivedAsFuture' | 'processingDate' | 'createdAt' | 'paidAt'>): number {
  const day = arrivedAsFuture && processingDate ? Date.parse(processingDate) : 0;
  return Math.max(day, createdAt.getTime(), paidAt?.getTime() ?? 0);
}

const fullHour = (moment: number) => new Date(Math.ceil(moment / hour) * hour);
