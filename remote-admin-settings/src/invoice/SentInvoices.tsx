import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CallData } from 'shared/api/call';
import type { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { queryClient, queryKeys, useAction, useLastAction, useSecondsLeft } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, Card } from 'shared/kit';
import { Button } from 'shared/kit/base';
import styles from './SendInvoice.module.css';

/** What becomes of the newest invoice stands in place of what became of the one before. */
export const toastPlace = 'send invoice';

/** An invoice that was asked for here. */
export type SentInvoice = CallData<typeof invoiceCalls.send> & { orderId: string };

/** What was sent since the screen was opened, newest first; each can be taken back for as long as it waits. */
export function SentInvoices({ sent }: { sent: readonly SentInvoice[] }) {
  return (
    <Card title="Just now" padded={false}>
      <ul className={styles.list}>
        {sent.map((one) => (
          <SentLine key={one.mailId} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function SentLine({ number, customer, orderId, recipient, mailId, dueAt }: SentInvoice) {
  const seconds = useSecondsLeft(dueAt);
  const [undone, setUndone] = useState(false);
  const takenBack = useLastAction(({ mailsTakenBack }) => mailsTakenBack.includes(mailId)) || undone;
  const order = useRef<HTMLAnchorElement>(null);
  const cancel = useAction(mailCalls.cancel, {
    place: toastPlace,
    onDone: () => {
      setUndone(true);
      // The button leaves with the wait.
      order.current?.focus();
      void queryClient.invalidateQueries({ queryKey: queryKeys.order(orderId) });
    },
    toast: () => null,
  });
  const waits = !takenBack && seconds > 0;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <b>Invoice {number}</b> for order{' '}
        <Link ref={order} to={orderPath(orderId)}>
          {orderId}
        </Link>
        <span className={styles.to}>
          to <BidiName name={customer} />, <bdi>{recipient}</bdi>
        </span>
      </span>
      <span className={styles.state} role="status">
        {takenBack ? 'Taken back' : waits ? <span aria-hidden>goes in {seconds} s</span> : 'On its way'}
      </span>
      {waits && (
        <Button
          variant="text"
          size="tiny"
          aria-label={`Undo invoice ${number}`}
          aria-disabled={cancel.pending}
          onClick={() => void cancel.run({ mailId })}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
