import type { RefundFields as Typed } from 'shared/api/refundDetails';
import { Field } from 'shared/kit/base';
import styles from './RefundFields.module.css';

type Name = keyof Typed;

const labels: Readonly<Record<Name, string>> = {
  amount: 'Refund amount',
  currency: 'Currency',
  reference: 'Gateway reference',
  reason: 'Reason, for the customer',
};

interface RefundFieldsProps {
  typed: Typed;
  error: string | undefined;
  onType: (typed: Typed) => void;
}

/** The optional details of a refund, below the ticks while Refund is ticked. Only a move to Refunds sends them. */
export function RefundFields({ typed, error, onType }: RefundFieldsProps) {
  return (
    // Enter would send the comment without them.
    <fieldset className={styles.fields} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
      <legend className={styles.legend}>Optional, sent with the move to Refunds</legend>
      {(Object.keys(labels) as Name[]).map((name) => (
        <Field
          key={name}
          label={labels[name]}
          dir="auto"
          autoComplete="off"
          inputMode={name === 'amount' ? 'decimal' : undefined}
          value={typed[name] ?? ''}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
