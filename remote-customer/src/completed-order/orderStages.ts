import type { CustomerNext } from 'shared/api/customerCalls';
import { type NextStepName, nextSteps, usualTexts } from 'shared/rules/nextStep';
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

/** What happens next, and by when that usually is done: a sentence or two each. */
export function nextStepTexts({ step, on, usually_by: by, late }: CustomerNext): string[] {
  const { next } = nextSteps[step];
  // Without its day the sentence that speaks of it is left out.
  const text = on ? next.replace('{on}', dayOf(on)) : next.replace(/[^.]*\{on\}[^.]*\. ?/, '');
  const usual = late ? usualTexts.late : by && usualTexts.by.replace('{by}', yourTime(by));
  return [text, usual].filter((line): line is string => Boolean(line));
}

/** Moments in the customer's own time zone, days as they were given, and the house's own EST (rules 19.1). */

const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });

/** '8:24 pm'. */
export const clockTime = (moment: Date) => clock.format(moment);

/** '21 November, 8:24 pm your time', with the year when it is not this one. */
export function yourTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const thisYear = moment.getFullYear() === now.getFullYear();
  return `${(thisYear ? dayText : dayOfYear).format(moment)}, ${clockTime(moment)} your time`;
}

const givenDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'YYYY-MM-DD' → '21 November 2026': a day is the same everywhere. */
const dayOf = (isoDay: string) => givenDay.format(Date.parse(isoDay));

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h12' },
});

/** 'MM-DD-YYYY h:mm:ss (EST)', as `historyTime` of shared/format/dates writes it: without its library, a third of this page. */
export function estTime(iso: string): string {
  const parts = newYork.formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = [part('month'), part('day'), part('year')].join('-');
  return `${day} ${[part('hour'), part('minute'), part('second')].join(':')} (EST)`;
}
