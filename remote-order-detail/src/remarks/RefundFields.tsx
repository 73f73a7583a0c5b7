import { useState } from 'react';
import * as v from 'valibot';
import { refundInput, type RefundFields as Typed } from 'shared/api/refundDetails';
import { Field } from 'shared/kit/base';
import styles from './RefundFields.module.css';

type Name = keyof Typed;

const labels: Readonly<Record<Name, string>> = {
  amount: 'Refund amount',
  currency: 'Currency',
  reference: 'Gateway reference',
  reason: 'Reason, for the customer',
};

/** The refund fields as typed. Only a move to Refunds sends them, so they are validated then. */
export function useRefundFields() {
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  return {
    typed,
    errors,
    type: (name: Name, text: string) => {
      setTyped({ ...typed, [name]: text });
      setErrors({ ...errors, [name]: undefined });
    },
    isRight: () => {
      const { issues } = v.safeParse(refundInput, typed);
      const wrong = issues ? v.flatten<typeof refundInput>(issues).nested : {};
      setErrors(Object.fromEntries(Object.entries(wrong ?? {}).map(([name, texts]) => [name, texts?.[0]])));
      return !issues;
    },
    clear: () => setTyped({}),
  };
}

/** The optional details of a refund, below the ticks while Refund is ticked. */
export function RefundFields({ refund }: { refund: ReturnType<typeof useRefundFields> }) {
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
          value={refund.typed[name] ?? ''}
          error={refund.errors[name]}
          onChange={({ target }) => refund.type(name, target.value)}
        />
      ))}
    </fieldset>
  );
}
