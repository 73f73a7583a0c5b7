import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Note } from 'shared/kit/base';
import { dismissToast, SlowNote } from '../layout/feedback.tsx';
import controls from '../layout/controls.module.css';
import { ContactSupport, useLayoutOrder } from '../layout/CustomerLayout.tsx';
import { NeededFromYou } from './answer/AnswerForm.tsx';
import { clockTime, yourTime } from './formats.ts';
import { MessageList } from './Messages.tsx';
import styles from './OrderProgress.module.css';
import { findLatestStaffMessage, nextStepTexts, stageTexts } from './orderStages.ts';
import type { OrderAnswer, TrackedOrder } from './useTrackedOrder.ts';

interface OrderProgressProps {
  order: OrderAnswer;
  checkedAt: Date;
  tracked: TrackedOrder;
}

/** An order without a document to download: its progress, the next step, and actions for the customer. */
export function OrderProgress({ order, checkedAt, tracked }: OrderProgressProps) {
  const { contact } = useLayoutOrder((shown) => shown.domain);
  const { stage, next, question } = order.mainResult;
  const isAsked = next.step === 'answer';
  // The thread omits our newest message and the open question, which are shown above it.
  const latestMessage = findLatestStaffMessage(order);
  const openQuestion = isAsked && order.messages.findLast(({ from, text }) => from === 'us' && text === question);
  const thread = (
    <MessageList messages={order.messages.filter((message) => message !== latestMessage && message !== openQuestion)} />
  );
  const isThreadFirst = latestMessage !== null && !isAsked;

  return (
    <>
      {isThreadFirst && thread}
      {stage === 'we need something from you' && <NeededFromYou order={order} tracked={tracked} />}
      <OrderSteps order={order} />
      {!isThreadFirst && thread}
      {stageTexts(order).mayBeUrgent && (
        <Note kind="info">
          <b>Flying within 24 hours?</b> <a href={contact}>Contact support now</a> and give your order ID.
        </Note>
      )}
      {stage !== 'refunded' && (
        <CheckButton check={tracked.check} className={controls.outlined} label="Check again" pending="Checking…" />
      )}
      <p className={controls.aside}>
        {`Last checked at ${clockTime(checkedAt)}.${order.askAgain === null ? '' : ' This page updates automatically.'}`}
      </p>
      <ContactSupport />
    </>
  );
}

function OrderSteps({ order }: { order: OrderAnswer }) {
  const { next, created_at: createdAt } = order.mainResult;
  const { steps, current } = stageTexts(order);
  return (
    <ol className={styles.steps} role="list">
      {steps.map((label, place) => {
        const isDone = place < current;
        const isNow = place === current;
        // The texts are below the current step, or below the last one if all are done.
        const hasTexts = place === Math.min(current, steps.length - 1);
        return (
          <li
            key={label}
            className={isDone ? styles.done : isNow ? styles.now : styles.ahead}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {isDone ? (
                <Check size={18} strokeWidth={3} />
              ) : (
                <span>{isNow && next.step === 'answer' ? '!' : place + 1}</span>
              )}
            </span>
            <div>
              <b>{label}</b>
              {isDone && <span className={controls.hidden}>Done</span>}
              {place === 0 && <p>{yourTime(createdAt)}</p>}
              {hasTexts &&
                nextStepTexts(next).map((text, line) => (
                  <p key={text} className={line > 0 ? styles.usual : undefined}>
                    {text}
                  </p>
                ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface CheckButtonProps extends Pick<TrackedOrder, 'check'> {
  className: string | undefined;
  label: string;
  pending: string;
}

/** A button that checks the order. Screen readers announce its result, but not the results of automatic checks. */
export function CheckButton({ check, className, label, pending }: CheckButtonProps) {
  const [isPressed, setPressed] = useState(false);
  const [announced, announce] = useState('');
  const presses = useRef(0);

  async function checkNow() {
    const press = (presses.current += 1);
    setPressed(true);
    announce('');
    dismissToast();
    const succeeded = await check();
    if (press !== presses.current) return;
    setPressed(false);
    if (succeeded !== null) announce(succeeded ? `Checked at ${clockTime(new Date())}.` : 'We couldn’t check again.');
  }

  return (
    <>
      <p className={controls.action}>
        <button type="button" className={className} aria-disabled={isPressed} onClick={() => void checkNow()}>
          {isPressed ? pending : label}
        </button>
      </p>
      {isPressed && <SlowNote retry={() => void checkNow()} />}
      <p className={controls.hidden} role="status">
        {announced}
      </p>
    </>
  );
}
