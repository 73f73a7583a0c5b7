import type { MailEntry } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { EmailText } from '../order-detail/sections/EmailText.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { LinkButton } from './LinkButton.tsx';
import { MailResult } from './MailResult.tsx';
import { mailKindLabels } from './mailStates.ts';
import styles from './EmailHistory.module.css';

interface MailRowProps {
  mail: MailEntry;
  onView: () => void;
  onCorrect: (() => void) | null;
}

/** One mail: when, what, to whom, by whom, and what became of it. Its message opens it as its customer reads it. */
export function MailRow({ mail, onView, onCorrect }: MailRowProps) {
  const message = <LinkButton onClick={onView}>{mailKindLabels[mail.kind]}</LinkButton>;
  return (
    <tr>
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
      <td>
        <MailResult mail={mail} onCorrect={onCorrect} />
      </td>
    </tr>
  );
}
