import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import type { CallError } from 'shared/desk';
import { useOrderActions } from '../order-detail/OrderActionsContext.ts';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { mailChoice } from './mailUndo.ts';
import type { ResentKind } from './useEmails.ts';

interface Resend {
  orderId: string;
  email: string;
  mailServiceProvider: MailServiceProvider;
}

/** A mail that is sent again: by which call, and what is told when it was not. */
const resends = {
  approval: { call: documentCalls.resend, notDone: 'The document was not sent again' },
  invoice: { call: invoiceCalls.send, notDone: 'The invoice was not sent again' },
} as const;

/**
 * Mails the newest document of an order again, or its invoice; the toast offers Undo for as long as the mail waits. For 800 ms after it,
 * wherever on the page it was pressed, `run` does nothing and answers null (rules 12.22).
 */
export function useResend(orderId: string, kind: ResentKind, onFailed?: (error: CallError) => void) {
  const { resendRest } = useOrderActions();
  const { call, notDone } = resends[kind];
  const { run, pending } = useOrderAction(call, {
    notDone: () => notDone,
    onFailed,
    toast: ({ data }) => mailChoice(orderId, data),
  });
  return {
    pending,
    run: async (input: Resend) => {
      if (resendRest.isResting()) return null;
      const answer = await run(input);
      if (answer) resendRest.begin();
      return answer;
    },
  };
}
