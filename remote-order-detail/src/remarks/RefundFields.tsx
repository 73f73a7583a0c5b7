import type { KeyboardEvent } from 'react';
import type { RefundFields as Typed } from 'shared/api/refundDetails';
import { Field } from 'shared/kit/base';
import styles from './RefundFields.module.css';

type Name = keyof Typed;

const labels: Readonly<Record<Name, string>> = {
  amount: 'Refund amount',
  currency: 'Currency',
  reference: 'Gateway reference',
  reason: 'Reason (shown to the customer)',
};

interface RefundFieldsProps {
  typed: Typed;
  error: string | undefined;
  onType: (typed: Typed) => void;
}

/** Optional details, shown while Refund is ticked, and sent only with a move to Refunds. */
export function RefundFields({ typed, error, onType }: RefundFieldsProps) {
  return (
    <fieldset className={styles.fields} onKeyDown={sendNothing}>
      <legend className={styles.legend}>Refund details (optional). Sent only with Move to Refunds.</legend>
      {(Object.keys(labels) as Name[]).map((name) => (
        <Field
          key={name}
          label={labels[name]}
          dir="auto"
          autoComplete="off"
          error={name === 'amount' ? error : undefined}
          inputMode={name === 'amount' ? 'decimal' : undefined}
          value={typed[name] ?? ''}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
      ))}
    </fieldset>
  );
}

/** Enter would submit the comment without these details. Ctrl Shift Enter still moves to the toolbar. */
function sendNothing(event: KeyboardEvent) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!event.shiftKey) event.stopPropagation();
}
