import { LoaderCircle } from 'lucide-react';
import type { MailEntry } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { EmailText } from '../order-detail/sections/EmailText.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { Tag } from '../order-detail/sections/Tag.tsx';
import { LinkButton } from './LinkButton.tsx';
import { MailResult } from './MailResult.tsx';
import { mailKindLabels } from './mailStates.ts';
import styles from './EmailHistory.module.css';

interface MailRowProps {
  mail: MailEntry;
  /** Null: its document is on its way to us. It has its row from the press on, so that nothing moves once it is there. */
  onView: (() => void) | null;
  onCorrect: (() => void) | null;
}

/** One mail: when, what, to whom, by whom, and what became of it. Its message opens it as its customer reads it. */
export function MailRow({ mail, onView, onCorrect }: MailRowProps) {
  const label = mailKindLabels[mail.kind];
  const message = onView ? <LinkButton onClick={onView}>{label}</LinkButton> : label;
  return (
    <tr aria-busy={onView === null}>
      <td className={styles.when}>
        <span className={table.oneLine}>{historyTime(mail.create_ts).replace(' (EST)', '')}</span>
        <span className={table.under}>
          {message}
          <br />
          <EmailText email={mail.recipient} />
        </span>
      </td>
      <td className={table.wide}>{message}</td>
      <td className={`${table.wide} ${table.anywhere}`}>
        <EmailText email={mail.recipient} />
      </td>
      <td className={table.wide}>
        {mail.uploadDoc.mail_service_provider}, {mail.sent_by ? <bdi>{mail.sent_by}</bdi> : 'automatic'}
      </td>
      <td>{onView ? <MailResult mail={mail} onCorrect={onCorrect} /> : <Tag icon={LoaderCircle}>Sending…</Tag>}</td>
    </tr>
  );
}
