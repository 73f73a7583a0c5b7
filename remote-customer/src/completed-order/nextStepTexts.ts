import type { CustomerNext } from 'shared/api/customerCalls';
import { nextSteps, usualTexts } from 'shared/rules/nextStep';
import { dayOf, yourTime } from './momentTexts.ts';

/** What happens next, and by when that usually is done: a sentence or two each. */
export function nextStepTexts({ step, on, usually_by: by, late }: CustomerNext): string[] {
  const { next } = nextSteps[step];
  // Without its day the sentence that speaks of it is left out.
  const text = on ? next.replace('{on}', dayOf(on)) : next.replace(/[^.]*\{on\}[^.]*\. ?/, '');
  const usual = late ? usualTexts.late : by && usualTexts.by.replace('{by}', yourTime(by));
  return [text, usual].filter((line): line is string => Boolean(line));
}
