import type { MailEntry } from 'shared/api/orderDetails';
import { Tag } from '../order-detail/sections/Tag.tsx';
import { LinkButton } from './LinkButton.tsx';
import { mailLook, mailWay, mailWhy } from './mailStates.ts';
import { WaitingMail } from './WaitingMail.tsx';
import styles from './MailResult.module.css';

interface MailResultProps {
  mail: MailEntry;
  /** Writes the mail anew; null: that cannot be. */
  onCorrect: (() => void) | null;
}

/** What became of a mail, in a line: its state, why, and the way on. */
export function MailResult({ mail, onCorrect }: MailResultProps) {
  const { label, icon, tone } = mailLook(mail);
  const way = mailWay(mail);
  const why = mailWhy(mail);
  return (
    <div className={styles.result}>
      <Tag tone={tone} icon={icon}>
        {label}
      </Tag>
      {why && <span>{why}</span>}
      {mail.state === 'queued' && <WaitingMail mail={mail} />}
      {way && onCorrect && <LinkButton onClick={onCorrect}>{way}</LinkButton>}
    </div>
  );
}
