import type { MouseEvent } from 'react';
import { mailCalls } from 'shared/api/mailCalls';
import type { MailEntry } from 'shared/api/orderDetails';
import { useSecondsLeft } from 'shared/desk';
import { mailToast } from 'shared/rules/undo';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { LinkButton } from './LinkButton.tsx';

/** What can still be done about a mail that waits: take it back, or not wait. Nothing once it is on its way. */
export function WaitingMail({ mail }: { mail: Pick<MailEntry, 'id' | 'due_at'> }) {
  const seconds = useSecondsLeft(mail.due_at);
  const toast = () => ({ id: mailToast(mail.id), action: undefined });
  const cancel = useOrderAction(mailCalls.cancel, { notDone: () => 'The e-mail was not taken back', toast });
  const sendNow = useOrderAction(mailCalls.sendNow, { notDone: () => 'The e-mail still waits', toast });
  const pending = cancel.pending || sendNow.pending;

  const press = (run: (input: { mailId: number }) => Promise<unknown>) => (event: MouseEvent<HTMLElement>) => {
    if (pending) return;
    keepFocusInRow(event.currentTarget);
    void run({ mailId: mail.id });
  };

  if (seconds === 0) return null;
  return (
    <>
      <span>goes in {seconds} s</span>
      <LinkButton aria-disabled={pending} onClick={press(cancel.run)}>
        Undo
      </LinkButton>
      <LinkButton aria-disabled={pending} onClick={press(sendNow.run)}>
        Send now
      </LinkButton>
    </>
  );
}

/** The pressed button leaves with the wait: the first of its row that can take the focus has it from then on. */
function keepFocusInRow(pressed: HTMLElement) {
  for (const button of pressed.closest('tr')?.querySelectorAll('button') ?? []) {
    button.focus();
    // What a phone shows in place of a column has no place on a wide screen, and takes no focus there.
    if (document.activeElement === button) return;
  }
}
