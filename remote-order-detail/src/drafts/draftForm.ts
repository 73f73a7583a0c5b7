/** A form whose draft is kept: what of it (`shared/desk/session/drafts`), and what comes back into it. */
import * as v from 'valibot';
import { type DraftOwner, keepDraft, readDraft } from 'shared/desk';

export interface DraftForm<Form extends object> {
  of: NonNullable<DraftOwner['of']>;
  /** What was kept: a storage holds anything. */
  stored: v.GenericSchema<unknown, Form>;
  empty: Form;
  isEmpty: (form: Form) => boolean;
}

/** The draft as it was left; an empty form when there is none, or none that can be read. */
export function readTyped<Form extends object>({ of, stored, empty }: DraftForm<Form>, owner: DraftOwner): Form {
  const read = v.safeParse(stored, readDraft({ ...owner, of }));
  return read.success ? read.output : empty;
}

/**
 * Keeps a draft. An empty one takes back what this form has `kept` before, and nothing else: what is written in another
 * tab stays.
 */
export function keepTyped<Form extends object>(form: DraftForm<Form>, owner: DraftOwner, draft: Form, kept: Form) {
  const { of, isEmpty } = form;
  if (!isEmpty(draft)) keepDraft({ ...owner, of }, draft);
  else if (JSON.stringify(readTyped(form, owner)) === JSON.stringify(kept)) forgetTyped(form, owner);
}

export const forgetTyped = <Form extends object>({ of }: DraftForm<Form>, owner: DraftOwner) =>
  keepDraft({ ...owner, of }, null);
