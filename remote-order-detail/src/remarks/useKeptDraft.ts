import { useEffect, useRef } from 'react';
import type { DraftOwner } from 'shared/desk';
import { keepRemarkDraft } from './remarkDraft.ts';
import { emptyRemark, type RemarkFields, type RemarkForm } from './remarkForm.ts';

/** Keeps what is typed on this device, with every letter: nothing is lost to a closed tab or a dead session. */
export function useKeptDraft({ memberId, orderId }: DraftOwner, written: RemarkFields) {
  const text = JSON.stringify({ ...emptyRemark, ...written });
  const kept = useRef<RemarkForm>(JSON.parse(text));
  useEffect(() => {
    const draft: RemarkForm = JSON.parse(text);
    keepRemarkDraft({ memberId, orderId }, draft, kept.current);
    kept.current = draft;
  }, [memberId, orderId, text]);
}
