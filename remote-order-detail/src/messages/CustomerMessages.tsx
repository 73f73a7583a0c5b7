import { FileText, MessageCircle } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { messageCalls } from 'shared/api/messageCalls';
import type { CustomerMessageEntry, OrderDetails } from 'shared/api/orderDetails';
import { count } from 'shared/format/count';
import { age } from 'shared/format/dates';
import { fileSize } from 'shared/format/fileSize';
import { useNow } from 'shared/desk';
import { BidiName } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { documentUrl, type StoredFile, usePreview } from '../documents/DocumentPreview.tsx';
import { focusNextStep } from '../order-detail/focus.ts';
import { Moment } from '../order-detail/Moment.tsx';
import { LinkButton, NoRecord, SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';
import { MessageComposer, useMessageForm } from './MessageComposer.tsx';
import styles from './CustomerMessages.module.css';

/** The number of messages shown at first, so that a long conversation does not fill the page. */
const newestShown = 6;

/** The conversation with the customer, oldest first, and its form (rule 9.40). */
export function CustomerMessages({ order }: { order: OrderDetails }) {
  const { order_id: orderId, version, customerMessages } = order;
  const [all, setAll] = useState(false);
  const now = useNow();
  useKeepFormInPlace(customerMessages);
  const form = useMessageForm(order);
  const { button: previewButton, preview } = usePreview(customerMessages.flatMap(({ file }) => file ?? []));
  const { moveCooldown } = useOrderActions();
  const handle = useOrderAction(messageCalls.handleMessages, {
    failureText: () => 'The messages were not marked as handled',
  });
  const markAsHandled = async () => {
    if (handle.waits || !(await handle.run({ orderId, version }))) return;
    // The button unmounts, so focus the next step, unless the member moved the focus. A cooldown stops a second press.
    if (!document.activeElement?.matches('body, #messages button')) return;
    moveCooldown.start();
    focusNextStep();
  };
  const earlier = customerMessages.length - newestShown;
  const shown = (all ? customerMessages : customerMessages.slice(0, newestShown)).toReversed();

  return (
    <SectionCard
      id="messages"
      actions={
        order.customer_wrote && (
          <Button
            variant="outlined"
            size="tiny"
            aria-busy={handle.pending}
            aria-disabled={handle.waits}
            onClick={() => void markAsHandled()}
          >
            Mark as handled
          </Button>
        )
      }
    >
      {customerMessages.length === 0 && (
        <NoRecord icon={MessageCircle}>You have not asked the customer anything yet.</NoRecord>
      )}
      {earlier > 0 && (
        <div className={styles.earlier}>
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the newest ${newestShown}` : `Show ${count(earlier)} earlier`}
          </LinkButton>
        </div>
      )}
      {shown.length > 0 && (
        <ol className={styles.list}>
          {shown.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              now={now}
              previewButton={previewButton}
              onWrite={form.write}
            />
          ))}
        </ol>
      )}
      {preview && <div className={styles.preview}>{preview}</div>}
      <MessageComposer order={order} messageForm={form} />
    </SectionCard>
  );
}

/** Keeps a visible form in place when our message and its email appear above it. */
function useKeepFormInPlace(messages: readonly CustomerMessageEntry[]) {
  const ours = messages.find(({ from }) => from === 'staff')?.id;
  const [anchor, setAnchor] = useState({ ours, top: NaN });
  // Measured while rendering, when the page still has its old content.
  const top = anchor.ours === ours ? NaN : topOfForm();
  if (anchor.ours !== ours) setAnchor({ ours, top: top < 0 || top > window.innerHeight ? NaN : top });
  useLayoutEffect(() => {
    const moved = topOfForm() - anchor.top;
    if (moved) window.scrollBy(0, moved);
  }, [anchor]);
}

const topOfForm = () => document.querySelector('form[name=message]')?.getBoundingClientRect().top ?? NaN;

interface MessageRowProps {
  message: CustomerMessageEntry;
  now: Date;
  previewButton: (file: StoredFile) => ReactNode;
  /** Adds a text to the form. `asks`: whether it asks the customer for something. */
  onWrite: (text: string, asks: boolean) => void;
}

function MessageRow({ message, now, previewButton, onWrite }: MessageRowProps) {
  const { from, kind, by, origin, create_ts: at, text, file, withdrawn_at: withdrawnAt } = message;
  const side = withdrawnAt ? `${styles.ours} ${styles.withdrawn}` : from === 'customer' ? styles.theirs : styles.ours;
  return (
    <li className={`${styles.row} ${side}`}>
      <span className={styles.who}>
        {from === 'staff' ? (
          <BidiName name={by ?? 'Arrival Desk'} />
        ) : origin === 'staff' ? (
          'Sent from the customer page on the staff site'
        ) : (
          'The customer'
        )}
      </span>{' '}
      <span className={styles.when}>
        {kind === 'question' && 'asked '}
        <Moment at={at}>{age(at, now)}</Moment>
      </span>
      {withdrawnAt && (
        <p className={styles.when}>
          Withdrawn before its email was sent.{' '}
          <LinkButton onClick={() => onWrite(text, kind === 'question')}>Edit again</LinkButton>
        </p>
      )}
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
      {file && (
        <div className={styles.file}>
          <FileText size={16} strokeWidth={1.75} aria-hidden />
          <a className={styles.name} href={documentUrl(file)} title={`Save ${file.original_name}`}>
            <bdi>{file.original_name}</bdi>
          </a>
          <span className={styles.when}>{fileSize(file.size)}</span>
          {previewButton(file)}
          <LinkButton
            aria-label={`Reject ${file.original_name}`}
            onClick={() => onWrite(`We can’t use your file “${file.original_name}”. Please send it again. `, true)}
          >
            Reject
          </LinkButton>
        </div>
      )}
    </li>
  );
}
