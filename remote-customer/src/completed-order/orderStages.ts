import type { NextStepName } from 'shared/rules/nextStep';
import type { CustomerStage } from 'shared/rules/orderStatus';

interface StageTexts {
  heading: string;
  lead: string;
  /** The steps of the way. */
  steps: readonly string[];
  /** The place of the current step; as many as there are steps: all of them are done. */
  current: number;
  /** The customer is waiting for us, and may be about to fly. */
  mayBeUrgent?: true;
}

const received = 'Received';
const government = 'With the government';
const ready = 'Ready to download';
const way = [received, 'In progress', government, ready];
const refund = [received, 'Refund on its way', 'Refunded'];

const nothingToDo = 'Nothing to do now. We e-mail you as soon as it is ready.';

/** What a customer reads of their order at each stage: rules 16.21. What happens next: shared/rules/nextStep. */
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
    lead: 'Your declaration waits until we hear from you.',
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
    lead: 'Save it on your phone before you fly. At the border you may be asked to show it.',
    steps: way,
    current: 4,
  },
  'refund on its way': {
    heading: 'Your refund is on its way',
    lead: 'We are returning your payment, the way you paid it.',
    steps: refund,
    current: 1,
  },
  refunded: {
    heading: 'Your payment has been returned',
    lead: 'We returned it the way you paid it. When it shows on your account depends on your bank.',
    steps: refund,
    current: 3,
  },
};

/** Where a step says something else than its stage. */
const byStep: Partial<Record<NextStepName, Partial<StageTexts>>> = {
  payment: { lead: 'Your order waits for its payment.' },
  read: { heading: 'We have your answer', lead: nothingToDo, mayBeUrgent: true },
};

export const stageTexts = (stage: CustomerStage, step: NextStepName): StageTexts => ({
  ...byStage[stage],
  ...byStep[step],
});
