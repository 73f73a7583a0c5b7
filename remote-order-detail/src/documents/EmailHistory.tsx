import { Send } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { mailCalls } from 'shared/api/mailCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { mailToastId, useSecondsLeft } from 'shared/desk';
import { count } from 'shared/format/count';
import { historyTime } from 'shared/format/newYork';
import { Tooltip } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { LazyDialog } from '../LazyDialog.tsx';
import { Moment } from '../order-detail/Moment.tsx';
import table from '../order-detail/sections/HistoryTable.module.css';
import { EmailText, HistoryTable, LinkButton, SectionCard, Tag } from '../order-detail/sections/SectionCard.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import styles from './EmailHistory.module.css';
import { mailDisplay, mailKindLabels, otherAddressHint, ProviderChoice, resendRefusal, useResend } from './mails.tsx';
import type { UploadForm } from './useUploadForm.ts';

/** The email whose address is corrected. A new object for each request, so that the form takes the focus again. */
export interface Correction {
  recipient: string;
  kind: MailEntry['kind'];
}

type Emails = ReturnType<typeof useEmails>;

/** The open parts of the email section: the mail being read and the mail being corrected. */
export function useEmails() {
  const [viewed, setViewed] = useState<{ mailId: number | null } | null>(null);
  const [correction, setCorrection] = useState<Correction | null>(null);
  return {
    viewed,
    /** Null shows the newest mail or, if there is none, a preview. */
    view: (mailId: number | null) => setViewed({ mailId }),
    endView: () => setViewed(null),
    correction,
    correct: (chosenMail: Correction) => {
      setViewed(null);
      setCorrection(chosenMail);
    },
    endCorrection: () => setCorrection(null),
  };
}

const loadForm = () => import('./ResendForm.tsx');

const columns = [
  { label: 'Date (EST)' },
  { label: 'Message', className: table.wide },
  { label: 'To', className: table.wide },
  { label: 'Sent by', className: table.wide },
  { label: 'Result' },
];

/** Few, to keep the order's facts near the top. */
const newestShown = 3;

interface EmailHistoryProps {
  order: OrderDetails;
  /** The upload form, whose address Resend uses. */
  form: UploadForm;
  emails: Emails;
}

export function EmailHistory({ order, form, emails }: EmailHistoryProps) {
  const [all, setAll] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  const { mailHistory: mails } = order;
  const waits = mails.some(({ state }) => state === 'queued');
  if (waits && !hasWaited) setHasWaited(true);
  const { correction } = emails;
  const isCorrecting = correction !== null && resendRefusal(order, correction.kind) === null;

  return (
    <SectionCard
      id="emails"
      actions={resendRefusal(order) === null && <ResendControl order={order} form={form} emails={emails} />}
    >
      <LazyDialog load={loadForm} show={isCorrecting && correction} onFailed={emails.endCorrection}>
        {({ ResendForm }, correction, open) =>
          open && (
            <ResendForm
              key={`${correction.kind} ${correction.recipient}`}
              order={order}
              correction={correction}
              onSent={(address) => {
                if (correction.kind === 'approval') form.keepAddress(address);
                emails.endCorrection();
              }}
              onClose={emails.endCorrection}
            />
          )
        }
      </LazyDialog>
      <HistoryTable columns={columns} className={hasWaited && styles.roomToWait}>
        {(all ? mails : mails.slice(0, newestShown)).map((mail) => (
          <MailRow key={mail.id} order={order} mail={mail} emails={emails} />
        ))}
      </HistoryTable>
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

/**
 * Resends the newest document to the upload form's email. If that is invalid or not the customer's, asks for another.
 */
function ResendControl({ order, form, emails }: EmailHistoryProps) {
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const online = useOnline();
  const resend = useResend('approval', form.setServerErrors);

  const send = async () => {
    if (resend.pending) return;
    const email = form.getValues('email') ?? '';
    if (otherAddressHint(email, order) || !(await form.trigger('email'))) {
      return emails.correct({ recipient: email, kind: 'approval' });
    }
    await resend.run({ orderId: order.order_id, email, mailServiceProvider: provider });
  };

  return (
    <>
      <span className={styles.with}>
        <span className={styles.label} aria-hidden>
          Resend with
        </span>
        <ProviderChoice label="Resend with" value={provider} onChange={setProvider} />
      </span>
      {/* The tooltip is above the button, because the newest mail's state and its Undo are below. */}
      <Tooltip
        describeChild
        placement="top"
        title={online ? `Sends the newest document to ${form.watch('email')}` : 'You are offline'}
      >
        <Button
          variant="outlined"
          size="tiny"
          aria-busy={resend.pending}
          aria-disabled={resend.pending || !online}
          startIcon={<Send size={14} strokeWidth={2} aria-hidden />}
          onClick={() => online && void send()}
        >
          {resend.pending ? 'Sending…' : 'Resend'}
        </Button>
      </Tooltip>
    </>
  );
}

interface MailRowProps {
  order: OrderDetails;
  mail: MailEntry;
  emails: Emails;
}

function MailRow({ order, mail, emails }: MailRowProps) {
  const { id, kind, recipient } = mail;
  const { label, icon, tone, why, nextStep } = mailDisplay(mail);
  const message = <LinkButton onClick={() => emails.view(id)}>{mailKindLabels[kind]}</LinkButton>;
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
          <EmailText email={recipient} />
        </span>
      </td>
      <td className={table.wide}>{message}</td>
      <td className={`${table.wide} ${table.anywhere}`}>
        <EmailText email={recipient} />
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
          {nextStep && resendRefusal(order, kind) === null && (
            <LinkButton onClick={() => emails.correct({ recipient, kind })}>{nextStep}</LinkButton>
          )}
        </div>
      </td>
    </tr>
  );
}

function WaitingMail({ mail }: { mail: MailEntry }) {
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
      <span>sends in {seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`}</span>
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
    // A row also has buttons for other widths. They are hidden, so focusing them has no effect.
    if (document.activeElement === button) return;
  }
}
