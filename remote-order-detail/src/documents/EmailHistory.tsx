import { LoaderCircle } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { mailCalls } from 'shared/api/mailCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { mailToast, useSecondsLeft } from 'shared/desk';
import { count } from 'shared/format/count';
import { historyTime } from 'shared/format/dates';
import { LazyDialog } from '../LazyDialog.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { EmailText, LinkButton, SectionCard, Tag } from '../order-detail/sections/SectionCard.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './EmailHistory.module.css';
import { ResendControl, resendRefusal, type Emails, type ResentKind } from './ResendControl.tsx';
import { mailKindLabels, mailLook, mailWay, mailWhy } from './mailStates.ts';
import type { UploadForm } from './useUpload.ts';

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

interface MailRowProps {
  mail: MailEntry;
  /** Null: its document is on its way to us. It has its row from the press on, so that nothing moves once it is there. */
  onView: (() => void) | null;
  onCorrect: (() => void) | null;
}

/** One mail: when, what, to whom, by whom, and what became of it. Its message opens it as its customer reads it. */
function MailRow({ mail, onView, onCorrect }: MailRowProps) {
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

interface MailResultProps {
  mail: MailEntry;
  /** Writes the mail anew; null: that cannot be. */
  onCorrect: (() => void) | null;
}

/** What became of a mail, in a line: its state, why, and the way on. */
function MailResult({ mail, onCorrect }: MailResultProps) {
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

/** What can still be done about a mail that waits: take it back, or not wait. Nothing once it is on its way. */
function WaitingMail({ mail }: { mail: Pick<MailEntry, 'id' | 'due_at'> }) {
  const seconds = useSecondsLeft(mail.due_at);
  const toast = () => ({ id: mailToast(mail.id), action: undefined });
  const cancel = useOrderAction(mailCalls.cancel, { notDone: () => 'The e-mail was not taken back', toast });
  const sendNow = useOrderAction(mailCalls.sendNow, { notDone: () => 'The e-mail still waits', toast });
  const pending = cancel.pending || sendNow.pending;

  const press = (run: (input: { mailId: number }) => Promise<unknown>) => (event: MouseEvent<HTMLElement>) => {
    if (pending) return;
    keepFocusInRow(event.currentTarget);
    void run({ mailId: mail.id });
  };

  if (seconds === 0) return null;
  return (
    <>
      <span>goes in {seconds} s</span>
      <LinkButton aria-disabled={pending} onClick={press(cancel.run)}>
        Undo
      </LinkButton>
      <LinkButton aria-disabled={pending} onClick={press(sendNow.run)}>
        Send now
      </LinkButton>
    </>
  );
}

/** The pressed button leaves with the wait: the first of its row that can take the focus has it from then on. */
function keepFocusInRow(pressed: HTMLElement) {
  for (const button of pressed.closest('tr')?.querySelectorAll('button') ?? []) {
    button.focus();
    // What a phone shows in place of a column has no place on a wide screen, and takes no focus there.
    if (document.activeElement === button) return;
  }
}
