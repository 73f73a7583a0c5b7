/** The draft of a question to the customer: what of it is kept, and when it has been sent. */
import * as v from 'valibot';
import type { CallInput } from 'shared/api/call';
import type { messageCalls } from 'shared/api/messageCalls';
import type { DraftOwner } from 'shared/desk';
import { askingStatuses } from 'shared/rules/orderStatus';
import { type DraftForm, forgetTyped, readTyped } from '../drafts/draftForm.ts';

const stored = v.object({ question: v.string(), updatingStatus: v.picklist(askingStatuses) });
export type QuestionForm = v.InferOutput<typeof stored>;

export const questionDraft: DraftForm<QuestionForm> = {
  of: 'question',
  stored,
  empty: { question: '', updatingStatus: askingStatuses[0] },
  isEmpty: ({ question }) => question.trim() === '',
};

type Sent = CallInput<typeof messageCalls.askCustomer>;

/** Forgets a draft that has been sent as it stands. What was written since then, here or in another tab, stays. */
export function forgetSentQuestion(owner: DraftOwner, sent: Sent) {
  if (isAsSent(readTyped(questionDraft, owner).question, sent)) forgetTyped(questionDraft, owner);
}

/** Whether nothing was written since this was sent. The call takes the text without the space around it. */
export const isAsSent = (question: string, sent: Sent) => question.trim() === (sent.question ?? '').trim();
