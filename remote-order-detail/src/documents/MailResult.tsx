import type { MailEntry } from 'shared/api/orderDetails';
import { Tag } from '../order-detail/sections/Tag.tsx';
import { mailStates } from './mailStates.ts';
import styles from './MailResult.module.css';

interface MailResultProps {
  mail: Pick<MailEntry, 'state' | 'reason'>;
  onCorrectAddress: () => void;
}

/** What became of a mail: its state, why when it failed, and the way on. */
export function MailResult({ mail, onCorrectAddress }: MailResultProps) {
  const { label, icon, tone, advice, correctAddress } = mailStates[mail.state];
  return (
    <>
      <Tag tone={tone} icon={icon}>
        {label}
      </Tag>
      {(mail.reason || advice || correctAddress) && (
        <div className={styles.why}>
          {[mail.reason, advice].filter(Boolean).join(' ')}
          {correctAddress && (
            <button type="button" className={styles.way} onClick={onCorrectAddress}>
              Correct the address
            </button>
          )}
        </div>
      )}
    </>
  );
}
