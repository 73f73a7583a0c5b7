import type { OrderDetails } from '../api/orderDetails.ts';
import { detailDayOfParts, isoDayOfParts } from '../format/dates.ts';
import type { OrderStatus } from '../rules/orderStatus.ts';

/** The part of an order that facts are read from. */
export type DeclaredOrder = Omit<
  OrderDetails,
  'assigned_to_me' | 'mailHistory' | 'uploadDoc' | 'downloadHistory' | 'downloadTotal' | 'remarks'
>;

export interface Fact {
  label: string;
  value: TextField | ((order: DeclaredOrder) => string | null);
  copy?: true;
  /** The text to copy, if it differs from the one shown. */
  copyText?: (order: DeclaredOrder) => string | null;
  /** The exact time, if the text shows only its date. */
  moment?: (order: DeclaredOrder) => string;
  /** Monospaced, to tell 0 from O and I from l. */
  mono?: true;
  /** The text may be in any script, so its letters decide whether it runs from left to right. */
  words?: true;
  /** The text may break before @. */
  email?: true;
  telephone?: true;
  /** The id that a flag in the header links to. */
  anchor?: string;
  status?: (order: DeclaredOrder) => OrderStatus;
  /** By default the fact is always shown, with `noAnswer` if empty. */
  shown?: (order: DeclaredOrder) => boolean;
}

export type DayParts = [day: string | null, month: string | null, year: string | null];

/** A date stored as three answers, for day, month and year; copied as 'YYYY-MM-DD'. */
export const dayInParts = (partsOf: (order: DeclaredOrder) => DayParts): Pick<Fact, 'value' | 'copy' | 'copyText'> => ({
  value: (order) => detailDayOfParts(...partsOf(order)),
  copy: true,
  copyText: (order) => isoDayOfParts(...partsOf(order)),
});

export type TextField = {
  [Field in keyof DeclaredOrder]: DeclaredOrder[Field] extends string | null ? Field : never;
}[keyof DeclaredOrder];

export const noAnswer = '-';

export function factText({ value }: Pick<Fact, 'value'>, order: DeclaredOrder): string | null {
  return (typeof value === 'function' ? value(order) : order[value]) || null;
}

export const shownFacts = <Row extends { shown?: (order: DeclaredOrder) => boolean }>(
  rows: readonly Row[],
  order: DeclaredOrder,
) => rows.filter(({ shown }) => shown?.(order) ?? true);

export interface Question {
  /** The field of the answer, and the id that a flag in the header links to. */
  field: string;
  text: string;
  /** `yes`, `no` or other text; null if unanswered. */
  answer: (order: DeclaredOrder) => string | null;
  /** The details of the answer Yes. */
  details?: (order: DeclaredOrder) => readonly string[];
  /** By default the question is always shown. */
  shown?: (order: DeclaredOrder) => boolean;
}

export const isYes = ({ answer, shown }: Question, order: DeclaredOrder) =>
  (shown?.(order) ?? true) && answer(order) === 'yes';

/** 'Yes' or 'No' for a yes/no answer, other text unchanged; null if unanswered. */
export function answerText(answer: string | null): string | null {
  if (answer === 'yes') return 'Yes';
  return answer === 'no' ? 'No' : answer;
}

/** `commercial_cargo` → 'Commercial cargo', `nz_defence` → 'NZ defence'. */
export function valueLabel(value: string): string {
  const words = value.replace(/_/g, ' ').replace(/^nz\b/, 'NZ');
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}
