import type { Answer } from 'shared/api/call';
import type { customerCalls } from 'shared/api/customerCalls';
import controls from '../layout/controls.module.css';
import { Note } from '../layout/Note.tsx';
import { useShownOrder } from '../layout/shownOrder.ts';
import { clockTime, yourTime } from './momentTexts.ts';
import { OrderSteps } from './OrderSteps.tsx';
import { orderStages } from './orderStages.ts';

interface OrderProgressProps {
  order: Answer<typeof customerCalls.downloadHistory>['mainResult'];
  checkedAt: Date;
  isChecking: boolean;
  check: () => void;
}

/** An order that has nothing to download: how far it is, and what there is to do meanwhile. */
export function OrderProgress({ order, checkedAt, isChecking, check }: OrderProgressProps) {
  const { contact } = useShownOrder((shown) => shown.domain);
  const { steps, current, mayBeUrgent, isTheirs } = orderStages[order.stage];
  const checkAgain = isChecking ? 'Checking…' : 'Check again';
  return (
    <>
      {isTheirs && (
        <Note kind="warning">
          <b>Answer our e-mail.</b> We wrote to the address you ordered with and said what is missing. Look in the spam
          folder too.
        </Note>
      )}
      <OrderSteps steps={steps} current={current} isTheirs={isTheirs} receivedAt={yourTime(order.created_at)} />
      {mayBeUrgent && (
        <Note kind="info">
          <b>Flying within 24 hours?</b> Tell Contact Support your order ID now.
        </Note>
      )}
      <p className={controls.action}>
        {isTheirs ? (
          <a className={controls.outlined} href={contact}>
            Contact Support
          </a>
        ) : (
          <button type="button" className={controls.outlined} aria-disabled={isChecking} onClick={check}>
            {checkAgain}
          </button>
        )}
      </p>
      <p className={controls.below}>
        {isTheirs ? (
          <button type="button" className={controls.link} aria-disabled={isChecking} onClick={check}>
            {checkAgain}
          </button>
        ) : (
          <a className={controls.link} href={contact}>
            Contact Support
          </a>
        )}
      </p>
      <p className={controls.checked} role="status">
        {`Last checked at ${clockTime(checkedAt)}.`}
      </p>
    </>
  );
}
