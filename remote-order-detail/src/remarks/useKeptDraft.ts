import { useEffect } from 'react';
import type { DraftOwner } from 'shared/desk';
import { keepRemarkDraft } from './remarkDraft.ts';
import { emptyRemark, type RemarkFields } from './remarkForm.ts';

/** Keeps what is typed on this device, with every letter: nothing is lost to a closed tab or a dead session. */
export function useKeptDraft({ memberId, orderId }: DraftOwner, written: RemarkFields) {
  const text = JSON.stringify({ ...emptyRemark, ...written });
  useEffect(() => {
    keepRemarkDraft({ memberId, orderId }, JSON.parse(text));
  }, [memberId, orderId, text]);
}
