import { useEffect, useRef } from 'react';
import type { DraftOwner } from 'shared/desk';
import { keepTyped, type DraftForm } from './draftForm.ts';

/** Keeps what is typed on this device, with every letter: nothing is lost to a closed tab or a dead session. */
export function useKeptDraft<Form extends object>(
  form: DraftForm<Form>,
  { memberId, orderId }: DraftOwner,
  written: Partial<Form>,
) {
  const text = JSON.stringify({ ...form.empty, ...written });
  const kept = useRef<Form>(JSON.parse(text));
  useEffect(() => {
    const draft: Form = JSON.parse(text);
    keepTyped(form, { memberId, orderId }, draft, kept.current);
    kept.current = draft;
  }, [form, memberId, orderId, text]);
}
