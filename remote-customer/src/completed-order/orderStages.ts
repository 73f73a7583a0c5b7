import type { CustomerStage } from 'shared/rules/orderStatus';

/** One step of the way; `text` stands under it while it is the current one. */
interface Step {
  label: string;
  text: string;
}

interface StageTexts {
  heading: string;
  lead: string;
  steps: readonly Step[];
  /** The place of the current step; as many as there are steps: all of them are done. */
  current: number;
  /** The customer is waiting for us, and may be about to fly. */
  mayBeUrgent?: true;
  /** It is the customer's turn. */
  isTheirs?: true;
}

const received = { label: 'Received', text: 'Next, a person checks your answers.' };
const inProgress = {
  label: 'In progress',
  text: 'A person is checking your answers. If something is missing, we write to you.',
};
const needed = { label: 'We need something from you', text: 'Answer our e-mail, then we go on at once.' };
const government = { label: 'With the government', text: 'Your declaration is sent. We wait for the answer.' };
const ready = { label: 'Ready to download', text: '' };
const refunding = { label: 'Refund on its way', text: 'We e-mail you when it is done.' };
const refunded = { label: 'Refunded', text: '' };

const nothingToDo = 'Nothing to do now. We e-mail you as soon as it is ready.';

/** What a customer reads of their order at each stage: rules 16.21. */
export const orderStages: Readonly<Record<CustomerStage, StageTexts>> = {
  received: {
    heading: 'We have your order',
    lead: nothingToDo,
    steps: [received, inProgress, government, ready],
    current: 0,
    mayBeUrgent: true,
  },
  'in progress': {
    heading: 'We are working on your declaration',
    lead: nothingToDo,
    steps: [received, inProgress, government, ready],
    current: 1,
    mayBeUrgent: true,
  },
  'we need something from you': {
    heading: 'We need something from you',
    lead: 'Your declaration waits until we hear from you.',
    steps: [received, needed, government, ready],
    current: 1,
    isTheirs: true,
  },
  'with the government': {
    heading: 'Your declaration is with the government',
    lead: nothingToDo,
    steps: [received, inProgress, government, ready],
    current: 2,
    mayBeUrgent: true,
  },
  ready: {
    heading: 'Your declaration is ready',
    lead: 'Save it on your phone before you fly. At the border you may be asked to show it.',
    steps: [received, inProgress, government, ready],
    current: 4,
  },
  'refund on its way': {
    heading: 'Your refund is on its way',
    lead: 'We are returning your payment, the way you paid it.',
    steps: [received, refunding, refunded],
    current: 1,
  },
  refunded: {
    heading: 'Your payment has been returned',
    lead: 'We returned it the way you paid it. When it shows on your account depends on your bank.',
    steps: [received, refunding, refunded],
    current: 3,
  },
};
