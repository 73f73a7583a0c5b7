import type { DeclaredOrder } from './fact.ts';

/** One question of the declaration and its answer. */
export interface Question {
  /** The field that holds the answer; it is also where a flag of the head leads to. */
  field: string;
  text: string;
  /** `yes`, `no`, or a text of its own; null: unanswered. */
  answer: (order: DeclaredOrder) => string | null;
  /** What a Yes stands for. */
  details?: (order: DeclaredOrder) => readonly string[];
  /** Without it the question always shows. */
  shown?: (order: DeclaredOrder) => boolean;
}

/** Whether this order has the question, and answers it with Yes. */
export const isYes = ({ answer, shown }: Question, order: DeclaredOrder) =>
  (shown?.(order) ?? true) && answer(order) === 'yes';
