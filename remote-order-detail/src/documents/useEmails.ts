import { useState } from 'react';

/** An address that is corrected: a new one each time that somebody asks for it. */
export interface Correction {
  recipient: string;
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
    correct: (recipient: string) => {
      setViewed(null);
      setCorrection({ recipient });
    },
    endCorrection: () => setCorrection(null),
  };
}
export type Emails = ReturnType<typeof useEmails>;
