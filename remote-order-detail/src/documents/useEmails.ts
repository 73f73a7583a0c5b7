import { useState } from 'react';
import type { MailEntry } from 'shared/api/orderDetails';

/** Mails that can be sent again: with the newest document, or the invoice. */
export type ResentKind = Exclude<MailEntry['kind'], 'refund'>;

/** An address that is corrected: a new one each time that somebody asks for it. */
export interface Correction {
  recipient: string;
  kind: ResentKind;
}

/** What is open about an order's mail: one of them to be read, and one to be sent again to another address. */
export function useEmails() {
  const [viewed, setViewed] = useState<{ mailId: number | null } | null>(null);
  const [correction, setCorrection] = useState<Correction | null>(null);
  return {
    viewed,
    /** Shows a mail; null: the newest, or the one that would be sent. */
    view: (mailId: number | null) => setViewed({ mailId }),
    endView: () => setViewed(null),
    correction,
    correct: (recipient: string, kind: ResentKind = 'approval') => {
      setViewed(null);
      setCorrection({ recipient, kind });
    },
    endCorrection: () => setCorrection(null),
  };
}
export type Emails = ReturnType<typeof useEmails>;
