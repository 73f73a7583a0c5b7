import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CustomerMessage } from 'shared/api/customerCalls';
import type { CallError, Send } from 'shared/api/send';
import { landingDomain } from 'shared/rules/landingDomains';
import { Note } from 'shared/kit/base';
import controls from '../../layout/controls.module.css';
import { fileDescription } from '../ReadyOrder.tsx';
import { yourTime } from '../orderStages.ts';
import type { OrderAnswer } from '../useTrackedOrder.ts';
import { AnswerForm } from './AnswerForm.tsx';
import styles from './NeededFromYou.module.css';
import { hasAnswerDraft } from './useAnswer.ts';

interface NeededFromYouProps {
  order: OrderAnswer;
  send: Send;
  onSent: () => void;
  leave: (error: CallError) => void;
}

/** What we need of the customer, and where it is answered; answered already, there is room for more. */
export function NeededFromYou({ order, send, onSent, leave }: NeededFromYouProps) {
  const { order_id: orderId, question, next, landing_domain: site } = order.mainResult;
  const [wantsMore, setWantsMore] = useState(() => hasAnswerDraft(orderId));
  const isAnswered = next.step === 'read';
  const place = useRef<HTMLDivElement>(null);

  /** What was pressed leaves: the focus goes to what takes its place. */
  function showForm(shows: boolean) {
    flushSync(() => setWantsMore(shows));
    place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
  }

  return (
    <div ref={place}>
      {/* Another question is another note: `DownloadNote` says why. */}
      {!isAnswered && (
        <Note key={question} kind="asked">
          {question ? (
            <>
              <b>What we need</b>
              {/* Written by a person, in whatever script, on several lines. */}
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

/** What we asked and what the customer answered, oldest first: also the proof that an answer was received. */
export function MessageList({ messages }: { messages: readonly CustomerMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className={styles.list} role="list">
        {messages.map(({ id, from, at, text, file }) => (
          <li key={id} className={from === 'you' ? styles.yours : styles.ours}>
            <p className={styles.head}>
              <b>{from === 'you' ? 'You wrote' : 'We asked'}</b>
              <span>{from === 'you' ? `Received ${yourTime(at)}` : yourTime(at)}</span>
            </p>
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
          </li>
        ))}
      </ol>
    </section>
  );
}
