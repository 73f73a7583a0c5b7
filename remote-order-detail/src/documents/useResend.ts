import type { CallInput } from 'shared/api/call';
import { documentCalls } from 'shared/api/documentCalls';
import type { CallError } from 'shared/desk';
import { useOrderActions } from '../order-detail/OrderActionsContext.ts';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { mailChoice } from './mailUndo.ts';

/**
 * Mails the newest document of an order again; the toast offers Undo for as long as the mail waits. For 800 ms after it,
 * wherever on the page it was pressed, `run` does nothing and answers null (rules 12.22).
 */
export function useResend(orderId: string, onFailed?: (error: CallError) => void) {
  const { resendRest } = useOrderActions();
  const { run, pending } = useOrderAction(documentCalls.resend, {
    notDone: () => 'The document was not sent again',
    onFailed,
    toast: ({ data }) => mailChoice(orderId, data),
  });
  return {
    pending,
    run: async (input: CallInput<typeof documentCalls.resend>) => {
      if (resendRest.isResting()) return null;
      const answer = await run(input);
      if (answer) resendRest.begin();
      return answer;
    },
  };
}
