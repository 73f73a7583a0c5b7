import type { CustomerMessage, CustomerNext } from 'shared/api/customerCalls';
import { type NextStepName, nextSteps, usualTimeTexts } from 'shared/rules/nextStep';
import type { CustomerStage } from 'shared/rules/orderStatus';
import { atTime, dayOf, yourTime } from './formats.ts';

interface StageTexts {
  heading: string;
  lead: string;
  steps: readonly string[];
  /** The index of the current step; `steps.length` when all are completed. */
  current: number;
  /** Set to offer support to customers who fly soon. */
  mayBeUrgent?: true;
}

const received = 'Received';
const government = 'With the government';
const ready = 'Ready to download';
const way = [received, 'In progress', government, ready];
const refund = [received, 'Refund on its way', 'Refunded'];

const nothingToDo = 'You don’t need to do anything. We’ll email you as soon as it’s ready.';

/** The texts of each stage (rule 16.21). The next step's texts are in shared/rules/nextStep. */
const byStage: Readonly<Record<CustomerStage, StageTexts>> = {
  received: { heading: 'We have your order', lead: nothingToDo, steps: way, current: 0, mayBeUrgent: true },
  'in progress': {
    heading: 'We are working on your declaration',
    lead: nothingToDo,
    steps: way,
    current: 1,
    mayBeUrgent: true,
  },
  'we need something from you': {
    heading: 'We need something from you',
    lead: 'We can’t continue until we hear from you.',
    steps: [received, 'We need something from you', government, ready],
    current: 1,
  },
  'with the government': {
    heading: 'Your declaration is with the government',
    lead: nothingToDo,
    steps: way,
    current: 2,
    mayBeUrgent: true,
  },
  ready: {
    heading: 'Your declaration is ready',
    lead: 'Save it on your phone before you fly. You may be asked to show it at the border.',
    steps: way,
    current: 4,
  },
  'refund on its way': {
    heading: 'Your refund is on its way',
    lead: 'We’re refunding your payment to your original payment method.',
    steps: refund,
    current: 1,
  },
  refunded: {
    heading: 'Your payment has been refunded',
    lead: 'We refunded it to your original payment method. When it shows on your account depends on your bank.',
    steps: refund,
    current: 3,
  },
};

/** For these next steps, texts that replace those of the stage. */
const byStep: Partial<Record<NextStepName, Partial<StageTexts>>> = {
  payment: { lead: 'We’re waiting for your payment.' },
  read: {
    heading: 'We have your answer',
    lead: nothingToDo,
    steps: [received, 'We are reading your answer', government, ready],
    mayBeUrgent: true,
  },
};

interface Shown {
  mainResult: { stage: CustomerStage; next: Pick<CustomerNext, 'step'> };
  messages: readonly CustomerMessage[];
}

/** Our message, while it is the newest (rule 16.32). An open question is shown elsewhere, so it does not count. */
export function findLatestStaffMessage({ mainResult: { next }, messages }: Shown): CustomerMessage | null {
  const last = messages.at(-1);
  return last?.from === 'us' && !(next.step === 'answer' && last.kind === 'question') ? last : null;
}

export function stageTexts({ mainResult: { stage, next }, messages }: Shown, now = new Date()): StageTexts {
  const last = messages.at(-1);
  return {
    ...byStage[stage],
    ...byStep[next.step],
    ...(next.step === 'read' && last?.from === 'us' && afterReply(atTime(last.at, now))),
  };
}

/** Texts after a reply, which needs no answer (rule 9.41). */
const afterReply = (when: string): Partial<StageTexts> => ({
  heading: `We wrote to you ${when}`,
  lead: 'Read our message below. You don’t need to answer it.',
  steps: [received, 'We have read your answer', government, ready],
});

/** The next step and, if known, when similar orders are ready. */
export function nextStepTexts({ step, on, usually_by: by, late }: CustomerNext): string[] {
  const { next } = nextSteps[step];
  // Without a date, omit the sentence that contains it.
  const text = on ? next.replace('{on}', dayOf(on)) : next.replace(/[^.]*\{on\}[^.]*\. ?/, '');
  const usual = late ? usualTimeTexts.late : by && usualTimeTexts.by.replace('{by}', yourTime(by));
  return [text, usual].filter((line): line is string => Boolean(line));
}
