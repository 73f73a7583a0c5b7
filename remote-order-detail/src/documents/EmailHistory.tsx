import type { ReactNode } from 'react';
import type { MailEntry } from 'shared/api/orderDetails';
import { historyTime } from 'shared/format/dates';
import { EmailText } from '../order-detail/sections/EmailText.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { MailResult } from './MailResult.tsx';
import { mailKindLabels } from './mailStates.ts';

interface EmailHistoryProps {
  mails: readonly MailEntry[];
  /** The control that sends the document again; absent while there is no document. */
  resend?: ReactNode;
  onCorrectAddress: () => void;
}

/** Every mail of the order and what became of it, newest first. */
export function EmailHistory({ mails, resend, onCorrectAddress }: EmailHistoryProps) {
  return (
    <SectionCard id="emails" beside={resend}>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Date (EST)</th>
              <th scope="col" className={table.wide}>
                Message
              </th>
              <th scope="col" className={table.wide}>
                To
              </th>
              <th scope="col" className={table.wide}>
                Sent by
              </th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td>
                  <span className={table.oneLine}>{historyTime(mail.create_ts).replace(' (EST)', '')}</span>
                  <span className={table.under}>
                    {mailKindLabels[mail.kind]}
                    <br />
                    <EmailText email={mail.recipient} />
                  </span>
                </td>
                <td className={table.wide}>{mailKindLabels[mail.kind]}</td>
                <td className={`${table.wide} ${table.anywhere}`}>
                  <EmailText email={mail.recipient} />
                </td>
                <td className={table.wide}>
                  {mail.uploadDoc.mail_service_provider}, {mail.sent_by ? <bdi>{mail.sent_by}</bdi> : 'automatic'}
                </td>
                <td>
                  <MailResult mail={mail} onCorrectAddress={onCorrectAddress} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
