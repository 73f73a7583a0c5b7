/** An answer that was typed and not sent yet, kept in this tab: neither a reload nor a dead token loses it. */
import * as v from 'valibot';
import { keepInTab, readFromTab } from '../../tabStorage.ts';

const attempt = v.object({
  /** Its idempotency key. */
  key: v.string(),
  /** What was sent by it (`contentOf`). */
  content: v.string(),
});
export type Attempt = v.InferOutput<typeof attempt>;

const draft = v.object({
  text: v.string(),
  /** Of the file that was chosen, which no page can keep; null: none was. */
  fileName: v.nullable(v.string()),
  /** The last press of Send, of which nobody knows yet whether it arrived; null: there was none. */
  attempt: v.optional(v.nullable(attempt), null),
});
type AnswerDraft = v.InferOutput<typeof draft>;

const none: AnswerDraft = { text: '', fileName: null, attempt: null };
const keyOf = (orderId: string) => `answer-${orderId}`;

export const readAnswerDraft = (orderId: string): AnswerDraft => readFromTab(keyOf(orderId), draft) ?? none;

export const hasAnswerDraft = (orderId: string) => readFromTab(keyOf(orderId), draft) !== null;

/** One without text and file is forgotten. */
export const keepAnswerDraft = (orderId: string, { text, fileName, attempt }: AnswerDraft) =>
  keepInTab(keyOf(orderId), text || fileName ? { text, fileName, attempt } : null);

export const forgetAnswerDraft = (orderId: string) => keepInTab(keyOf(orderId), null);

/**
 * By what two answers are told to be the same: also by what was asked. Of a file its name, size and time, since its bytes
 * are many.
 */
export const contentOf = (question: string | null, text: string, file: File | null) =>
  JSON.stringify([question, text, file && [file.name, file.size, file.lastModified]]);
