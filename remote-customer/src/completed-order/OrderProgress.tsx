import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CustomerMessage } from 'shared/api/customerCalls';
import { Note } from 'shared/kit/base';
import { SlowNote } from '../layout/messages.tsx';
import controls from '../layout/controls.module.css';
import { useShownOrder } from '../layout/CustomerLayout.tsx';
import styles from './OrderProgress.module.css';
import { MessageList, NeededFromYou } from './answer/NeededFromYou.tsx';
import { clockTime, newestOfOurs, nextStepTexts, stageTexts, yourTime } from './orderStages.ts';
import type { OrderAnswer, useTrackedOrder } from './useTrackedOrder.ts';

interface OrderProgressProps extends Pick<ReturnType<typeof useTrackedOrder>, 'send' | 'check' | 'leave'> {
  order: OrderAnswer;
  checkedAt: Date;
}

/** An order without a document: its progress, the next step, and actions for the customer. */
export function OrderProgress({ order, send, checkedAt, check, leave }: OrderProgressProps) {
  const { contact } = useShownOrder((shown) => shown.domain);
  const { stage, next, question, created_at: createdAt } = order.mainResult;
  const { steps, current, mayBeUrgent } = stageTexts(order);
  const [isPressed, setPressed] = useState(false);
  const [announced, announce] = useState('');
  const presses = useRef(0);
  // Omit our newest message and the open question, which are shown above.
  const isNews = newestOfOurs(order) !== null;
  const earlier = isNews ? order.messages.slice(0, -1) : order.messages;
  const isAsked = next.step === 'answer';
  const thread = <MessageList messages={isAsked && question ? earlier.filter(isNot(question)) : earlier} />;
  const isThreadFirst = isNews && !isAsked;

  async function checkNow() {
    const press = (presses.current += 1);
    setPressed(true);
    announce('');
    const succeeded = await check();
    if (press !== presses.current) return;
    setPressed(false);
    if (succeeded !== null) announce(succeeded ? `Checked at ${clockTime(new Date())}.` : 'Checking again failed.');
  }

  return (
    <>
      {isThreadFirst && thread}
      {stage === 'we need something from you' && (
        <NeededFromYou order={order} send={send} onSent={() => void check()} leave={leave} />
      )}
      <OrderSteps
        steps={steps}
        current={current}
        texts={nextStepTexts(next)}
        isTheirs={isAsked}
        receivedAt={yourTime(createdAt)}
      />
      {!isThreadFirst && thread}
      {mayBeUrgent && (
        <Note kind="info">
          <b>Flying within 24 hours?</b> <a href={contact}>Contact support now</a> and give your order ID.
        </Note>
      )}
      <p className={controls.action}>
        <button type="button" className={controls.outlined} aria-disabled={isPressed} onClick={() => void checkNow()}>
          {isPressed ? 'Checking…' : 'Check again'}
        </button>
      </p>
      {isPressed && <SlowNote retry={() => void checkNow()} />}
      <p className={controls.checked}>
        {`Last checked at ${clockTime(checkedAt)}.${order.askAgain === null ? '' : ' This page updates automatically.'}`}
      </p>
      {/* Contains only results of checks that the customer started. */}
      <p className={controls.hidden} role="status">
        {announced}
      </p>
      <p className={controls.below}>
        <a className={controls.link} href={contact}>
          Contact Support
        </a>
      </p>
    </>
  );
}

const isNot =
  (question: string) =>
  ({ from, text }: CustomerMessage, place: number, all: readonly CustomerMessage[]) =>
    from === 'you' || text !== question || place < all.length - 1;

interface OrderStepsProps {
  steps: readonly string[];
  current: number;
  /** Paragraphs below the current step, or below the last if all are done. */
  texts: readonly string[];
  isTheirs: boolean;
  receivedAt: string;
}

function OrderSteps({ steps, current, texts, isTheirs, receivedAt }: OrderStepsProps) {
  return (
    <ol className={styles.steps} role="list">
      {steps.map((label, place) => {
        const isDone = place < current;
        const isNow = place === current;
        const hasTexts = place === Math.min(current, steps.length - 1);
        return (
          <li
            key={label}
            className={isDone ? styles.done : isNow ? styles.now : styles.ahead}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {isDone ? <Check size={18} strokeWidth={3} /> : <span>{isNow && isTheirs ? '!' : place + 1}</span>}
            </span>
            <div>
              <b>{label}</b>
              {isDone && <span className={controls.hidden}>Done</span>}
              {place === 0 && <p>{receivedAt}</p>}
              {hasTexts && texts.map((text) => <p key={text}>{text}</p>)}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
