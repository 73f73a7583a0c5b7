import { type MouseEvent, useState } from 'react';
import { mailCalls } from 'shared/api/mailCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { mailToastId, useSecondsLeft } from 'shared/desk';
import { count } from 'shared/format/count';
import { historyTime } from 'shared/format/dates';
import { LazyDialog } from '../LazyDialog.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { EmailText, LinkButton, SectionCard, Tag } from '../order-detail/sections/SectionCard.tsx';
import { Moment } from '../order-detail/Moment.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './EmailHistory.module.css';
import { isResendable, ResendControl, resendRefusal, type Emails, type ResentKind } from './ResendControl.tsx';
import { mailKindLabels, mailStateDisplay, mailNextStep, mailReason } from './mailStates.ts';
import type { UploadForm } from './useUpload.ts';

const loadForm = () => import('./ResendForm.tsx');

/** A small number keeps the order's facts near the top. */
const newestShown = 3;

interface EmailHistoryProps {
  order: OrderDetails;
  /** Resend uses the address of this form, too. */
  form: UploadForm;
  emails: Emails;
}

export function EmailHistory({ order, form, emails }: EmailHistoryProps) {
  const [all, setAll] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  const { mailHistory: mails } = order;
  const sendsAgain = resendRefusal(order) === null;
  const waits = mails.some(({ state }) => state === 'queued');
  if (waits && !hasWaited) setHasWaited(true);
  const { correction } = emails;
  const corrected = correction && resendRefusal(order, correction.kind) === null ? correction : null;
  const correct = (recipient: string, kind: ResentKind) => () => emails.correct(recipient, kind);

  return (
    <SectionCard
      id="emails"
      actions={sendsAgain && <ResendControl order={order} form={form} onCheckAddress={emails.correct} />}
    >
      <LazyDialog load={loadForm} show={corrected} onFailed={emails.endCorrection}>
        {({ ResendForm }, { kind, recipient }, open) =>
          open && (
            <ResendForm
              key={`${kind} ${recipient}`}
              order={order}
              correction={{ kind, recipient }}
              onSent={(address) => {
                if (kind === 'approval') form.keepAddress(address);
                emails.endCorrection();
              }}
              onClose={emails.endCorrection}
            />
          )
        }
      </LazyDialog>
      <div className={table.scroll}>
        <table className={hasWaited ? `card-table ${table.table} ${styles.roomToWait}` : `card-table ${table.table}`}>
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
                onView={() => emails.view(mail.id)}
                onCorrect={
                  isResendable(mail.kind) && resendRefusal(order, mail.kind) === null
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

interface MailRowProps {
  mail: MailEntry;
  onView: () => void;
  /** Null if the mail cannot be resent. */
  onCorrect: (() => void) | null;
}

function MailRow({ mail, onView, onCorrect }: MailRowProps) {
  const { label, icon, tone } = mailStateDisplay(mail);
  const way = mailNextStep(mail);
  const why = mailReason(mail);
  const message = <LinkButton onClick={onView}>{mailKindLabels[mail.kind]}</LinkButton>;
  return (
    <tr>
      <td className={styles.when}>
        <span className={table.oneLine}>
          <Moment at={mail.create_ts} zoneSaid>
            {historyTime(mail.create_ts).replace(' (EST)', '')}
          </Moment>
        </span>
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
        <div className={styles.result}>
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
          {why && <span>{why}</span>}
          {mail.state === 'queued' && <WaitingMail mail={mail} />}
          {way && onCorrect && <LinkButton onClick={onCorrect}>{way}</LinkButton>}
        </div>
      </td>
    </tr>
  );
}

function WaitingMail({ mail }: { mail: Pick<MailEntry, 'id' | 'due_at'> }) {
  const seconds = useSecondsLeft(mail.due_at);
  const toast = () => ({ id: mailToastId(mail.id), action: undefined });
  const cancel = useOrderAction(mailCalls.cancel, { failureText: () => 'The email was not cancelled', toast });
  const sendNow = useOrderAction(mailCalls.sendNow, { failureText: () => 'The email is still queued', toast });
  const pending = cancel.pending || sendNow.pending;

  const press = (run: (input: { mailId: number }) => Promise<unknown>) => (event: MouseEvent<HTMLElement>) => {
    if (pending) return;
    keepFocusInRow(event.currentTarget);
    void run({ mailId: mail.id });
  };

  if (seconds === 0) return null;
  return (
    <>
      <span>goes in {seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`}</span>
      <LinkButton aria-disabled={pending} onClick={press(cancel.run)}>
        Undo
      </LinkButton>
      <LinkButton aria-disabled={pending} onClick={press(sendNow.run)}>
        Send now
      </LinkButton>
    </>
  );
}

/** Moves the focus from an unmounting button to another in its row. */
function keepFocusInRow(pressed: HTMLElement) {
  for (const button of pressed.closest('tr')?.querySelectorAll('button') ?? []) {
    button.focus();
    // The phone's buttons are hidden here, so focusing them has no effect.
    if (document.activeElement === button) return;
  }
}
