import { MessageCircle, Paperclip, Send, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { documentCalls, type EmailContent } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useCall } from 'shared/desk';
import { fileSize } from 'shared/format/fileSize';
import { Dialog, DialogActions, DialogContent, DialogTitle, FailedState, IconButton } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { EmailText, LinkButton, Tag } from '../order-detail/sections/SectionCard.tsx';
import styles from './EmailContentDialog.module.css';
import type { Correction } from './EmailHistory.tsx';
import {
  isResendable,
  mailDisplay,
  otherAddressHint,
  ProviderChoice,
  ProviderNote,
  resendRefusal,
  useResend,
} from './mails.tsx';

interface EmailContentDialogProps {
  order: OrderDetails;
  /** Null shows the newest mail or, if there is none, a preview. */
  mailId: number | null;
  open: boolean;
  onCorrect: (correction: Correction) => void;
  onClose: () => void;
}

/** An email as its customer reads it, with its state and ways to send it again (rule 9.17). */
export function EmailContentDialog({ order, mailId, open, onCorrect, onClose }: EmailContentDialogProps) {
  const titleId = useId();
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const { order_id: orderId } = order;
  const input = { orderId, ...(mailId !== null && { mailId }) };
  const { data, error, isFetching, refetch } = useCall(documentCalls.emailContent, input, {
    enabled: open,
    keepPrevious: false,
  });
  const content = data?.data;
  const display = content && displayOf(content);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
      slotProps={{ paper: { className: styles.paper } }}
    >
      {/* The heading alone labels the dialog. By default, MUI uses the whole title line. */}
      <DialogTitle component="div" id={`${titleId}-line`} className={styles.title}>
        <h2 id={titleId}>Email Content</h2>
        {content && (
          <Tag tone={display?.tone ?? 'quiet'} icon={display?.icon}>
            {display?.label ?? 'Not sent yet'}
          </Tag>
        )}
        <IconButton aria-label="Close" className={styles.close} onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </DialogTitle>
      <DialogContent className={styles.content} aria-busy={!content && !error}>
        {error && !content ? (
          <FailedState
            title="The email could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <>
            <ContentHeaders order={order} content={content} onCorrect={onCorrect} />
            {/* Always white, because it is the customer's email. */}
            <iframe
              className={styles.mail}
              title="The email as the customer reads it"
              sandbox=""
              src={content?.frame ?? 'about:blank'}
            />
            <ProviderNote provider={provider} />
          </>
        )}
      </DialogContent>
      <DialogActions className={styles.actions}>
        <ContentActions order={order} content={content} provider={provider} onProvider={setProvider} onSent={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** Null for a preview. */
const displayOf = ({ state, ...mail }: EmailContent) => state && mailDisplay({ ...mail, state });

interface ContentHeadersProps {
  order: OrderDetails;
  content: EmailContent | undefined;
  onCorrect: (correction: Correction) => void;
}

function ContentHeaders({ order, content, onCorrect }: ContentHeadersProps) {
  return (
    <dl className={styles.headers}>
      <Header name="To">{content && <Recipient order={order} content={content} onCorrect={onCorrect} />}</Header>
      <Header name="From">{content?.from}</Header>
      <Header name="Reply to">{content && <EmailText email={content.reply_to} />}</Header>
      <Header name="Subject">
        <b>{content?.subject}</b>
      </Header>
      {content?.kind === 'approval' && !content.document && <Header name="Document">None</Header>}
      {content?.document && (
        <Header name={content.document.attached ? 'Attached' : 'Linked'}>
          <Paperclip size={14} strokeWidth={2} aria-hidden /> {content.document.original_name},{' '}
          {fileSize(content.document.size)}
        </Header>
      )}
    </dl>
  );
}

function Recipient({ order, content, onCorrect }: ContentHeadersProps & { content: EmailContent }) {
  const { kind, to: recipient } = content;
  const { nextStep, why } = displayOf(content) ?? {};
  const other = isResendable(kind) && otherAddressHint(recipient, order);
  return (
    <>
      <EmailText email={recipient} />
      {nextStep === 'Correct the address' && resendRefusal(order, kind) === null && (
        <span className={styles.way}>
          <LinkButton onClick={() => onCorrect({ recipient, kind })}>{nextStep}</LinkButton>
        </span>
      )}
      {why && <span className={styles.why}>{why}</span>}
      {other && <span className={styles.why}>{other}</span>}
    </>
  );
}

const Header = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface ContentActionsProps {
  order: OrderDetails;
  content: EmailContent | undefined;
  provider: MailServiceProvider;
  onProvider: (provider: MailServiceProvider) => void;
  onSent: () => void;
}

/** Resend to the same address, and WhatsApp. Disabled buttons give the reason. */
function ContentActions({ order, content, provider, onProvider, onSent }: ContentActionsProps) {
  const whyId = useId();
  const online = useOnline();
  const kind = content?.kind ?? 'approval';
  const resend = useResend(kind);
  const refusal = online ? resendRefusal(order, kind) : 'You are offline.';

  const send = async () => {
    if (!content || resend.pending) return;
    const sent = await resend.run({ orderId: order.order_id, email: content.to, mailServiceProvider: provider });
    if (sent) onSent();
  };

  return (
    <>
      <WhatsappButton content={content} />
      {refusal && (
        <span id={whyId} className={styles.refusal}>
          {refusal}
        </span>
      )}
      <span className={styles.resend}>
        <ProviderChoice label="Mail provider" value={provider} onChange={onProvider} />
        <Button
          variant="outlined"
          aria-busy={resend.pending}
          aria-describedby={refusal ? whyId : undefined}
          disabled={!content || refusal !== null}
          startIcon={<Send size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void send()}
        >
          {resend.pending ? 'Sending…' : 'Resend'}
        </Button>
      </span>
    </>
  );
}

/** Opens WhatsApp with the message (rule 12.13). */
function WhatsappButton({ content }: { content: EmailContent | undefined }) {
  const whyId = useId();
  const address = content?.whatsapp.address;
  const hasNoNumber = content !== undefined && !address;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<MessageCircle size={16} strokeWidth={1.75} aria-hidden />}
        disabled={!address}
        aria-describedby={hasNoNumber ? whyId : undefined}
        {...(address && { href: address, target: '_blank', rel: 'noopener noreferrer' })}
      >
        Send Whatsapp Message
      </Button>
      {hasNoNumber && (
        <span id={whyId} className={styles.refusal}>
          This order has no telephone number with a country code.
        </span>
      )}
    </>
  );
}
