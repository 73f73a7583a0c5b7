import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CustomerMessage } from 'shared/api/customerCalls';
import { landingDomain } from 'shared/rules/landingDomains';
import { Note } from 'shared/kit/base';
import controls from '../../layout/controls.module.css';
import { fileDescription } from '../fileSize.ts';
import { atTime, yourTime } from '../orderStages.ts';
import type { OrderAnswer } from '../useTrackedOrder.ts';
import { AnswerForm } from './AnswerForm.tsx';
import styles from './NeededFromYou.module.css';
import { type AnswerOptions, hasAnswerDraft } from './useAnswer.ts';

interface NeededFromYouProps extends Pick<AnswerOptions, 'send' | 'onSent' | 'leave'> {
  order: OrderAnswer;
}

export function NeededFromYou({ order, send, onSent, leave }: NeededFromYouProps) {
  const { order_id: orderId, question, next, landing_domain: site } = order.mainResult;
  const [wantsMore, setWantsMore] = useState(() => hasAnswerDraft(orderId));
  const isAnswered = next.step === 'read';
  const place = useRef<HTMLDivElement>(null);

  /** Renders first, then focuses what replaces the pressed button. */
  function showForm(shows: boolean) {
    flushSync(() => setWantsMore(shows));
    place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
  }

  return (
    <div ref={place}>
      {/* The key gives each question a new element, as in `DownloadNote`. */}
      {!isAnswered && (
        <Note key={question} kind="asked">
          {question ? (
            <>
              <b>What we need</b>
              <span className={styles.question} dir="auto">
                {question}
              </span>
            </>
          ) : (
            <>
              <b>We need to reach you.</b> Write to us here, or{' '}
              <a href={landingDomain(site).contact}>contact support</a>.
            </>
          )}
        </Note>
      )}
      {isAnswered && !wantsMore ? (
        <p className={controls.action}>
          <button type="button" className={controls.link} onClick={() => showForm(true)}>
            Add something to your answer
          </button>
        </p>
      ) : (
        <AnswerForm
          orderId={orderId}
          question={question}
          limitMb={order.uploadLimitMb}
          send={send}
          onSent={() => {
            if (isAnswered) showForm(false);
            else setWantsMore(false);
            onSent();
          }}
          leave={leave}
        />
      )}
    </div>
  );
}

export function MessageList({ messages }: { messages: readonly CustomerMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className={styles.list} role="list">
        {messages.map(({ id, from, kind, at, seen_at: seenAt, text, file }) => (
          <li key={id} id={messageAnchor(id)} className={from === 'you' ? styles.yours : styles.ours}>
            <p className={styles.head}>
              <b>{from === 'you' ? 'You wrote' : kind === 'reply' ? 'We wrote' : 'We asked'}</b>
              <span>{from === 'you' ? `Received ${yourTime(at)}` : yourTime(at)}</span>
              {seenAt && <span>{`Seen ${atTime(seenAt).replace(/^at /, '')}`}</span>}
            </p>
            <MessageContent text={text} file={file} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Our newest message, above everything else on the page. The key gives each a new element, as in `DownloadNote`. */
export function NewestMessage({ message: { id, at, text, file } }: { message: CustomerMessage }) {
  return (
    <Note key={id} kind="info">
      <p className={styles.head}>
        <b>Our message</b>
        <span>{yourTime(at)}</span>
      </p>
      <MessageContent text={text} file={file} />
    </Note>
  );
}

function MessageContent({ text, file }: Pick<CustomerMessage, 'text' | 'file'>) {
  return (
    <>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {file && (
        <p className={styles.file}>
          <bdi translate="no">{file.name}</bdi>
          <span>{fileDescription(file)}</span>
        </p>
      )}
    </>
  );
}

export const messageAnchor = (id: CustomerMessage['id']) => `message-${id}`;
