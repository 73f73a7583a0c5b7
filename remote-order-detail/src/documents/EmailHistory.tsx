import { useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Opened } from 'shared/desk';
import { count } from 'shared/format/count';
import table from '../order-detail/sections/HistoryTable.module.css';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { LinkButton } from './LinkButton.tsx';
import { MailRow } from './MailRow.tsx';
import { ResendControl } from './ResendControl.tsx';
import { resendRefusal } from './resendRefusal.ts';
import type { Emails, ResentKind } from './useEmails.ts';
import type { UploadForm } from './useUploadForm.ts';
import styles from './EmailHistory.module.css';

const loadForm = () => import('./ResendForm.tsx');

/** So many are shown at first: the facts of an order shall not begin below its mail. */
const newestShown = 3;

interface EmailHistoryProps {
  order: OrderDetails;
  /** Its address is where the document is sent again. */
  form: UploadForm;
  emails: Emails;
}

/** Every mail of the order and what became of it, newest first, and the ways to send its document and its invoice again. */
export function EmailHistory({ order, form, emails }: EmailHistoryProps) {
  const [all, setAll] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  const { order_id: orderId, mailHistory: mails } = order;
  const sendsAgain = resendRefusal(order) === null;
  const waits = mails.some(({ state }) => state === 'queued');
  if (waits && !hasWaited) setHasWaited(true);
  const { correction } = emails;
  const corrected = correction && resendRefusal(order, correction.kind) === null ? correction : null;
  const correct = (recipient: string, kind: ResentKind) => () => emails.correct(recipient, kind);

  return (
    <SectionCard
      id="emails"
      beside={sendsAgain && <ResendControl orderId={orderId} form={form} onNoAddress={emails.correct} />}
    >
      <Opened load={loadForm} open={corrected !== null} onFailed={emails.endCorrection}>
        {({ ResendForm }) =>
          corrected && (
            <ResendForm
              key={`${corrected.kind} ${corrected.recipient}`}
              order={order}
              correction={corrected}
              onSent={(address) => {
                if (corrected.kind === 'approval') form.keepAddress(address);
                emails.endCorrection();
              }}
              onClose={emails.endCorrection}
            />
          )
        }
      </Opened>
      <div className={table.scroll}>
        <table className={hasWaited ? `${table.table} ${styles.roomToWait}` : table.table}>
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
            {(all ? mails : mails.slice(0, newestShown)).map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                onView={mail === form.leaving ? null : () => emails.view(mail.id)}
                onCorrect={
                  mail.kind !== 'refund' && resendRefusal(order, mail.kind) === null
                    ? correct(mail.recipient, mail.kind)
                    : null
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      {mails.length > newestShown && (
        <div className={styles.all}>
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the newest ${newestShown}` : `Show all ${count(mails.length)}`}
          </LinkButton>
        </div>
      )}
    </SectionCard>
  );
}
