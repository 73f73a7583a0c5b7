import { Check } from 'lucide-react';
import controls from '../layout/controls.module.css';
import styles from './OrderSteps.module.css';

interface OrderStepsProps {
  steps: readonly string[];
  current: number;
  /** What stands under the current one, or with all of them done under the last, a paragraph each. */
  texts: readonly string[];
  /** The current step is the customer's to take. */
  isTheirs: boolean;
  /** When the order came, for the first step. */
  receivedAt: string;
}

/** The way of an order: ticks behind, signal yellow where it is, numbers ahead. */
export function OrderSteps({ steps, current, texts, isTheirs, receivedAt }: OrderStepsProps) {
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
