import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EmailContent } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { fileSize } from '../documents/fileSize.ts';
import { LinkButton } from '../documents/LinkButton.tsx';
import { mailLook, mailWhy } from '../documents/mailStates.ts';
import { resendRefusal } from '../documents/resendRefusal.ts';
import type { ResentKind } from '../documents/useEmails.ts';
import { EmailText } from '../order-detail/sections/EmailText.tsx';
import styles from './ContentHeaders.module.css';

interface ContentHeadersProps {
  order: OrderDetails;
  /** Undefined: not here yet. The lines keep their place. */
  content: EmailContent | undefined;
  onCorrect: (recipient: string, kind: ResentKind) => void;
}

/** To whom, from whom, about what and with what; why it did not arrive, where that is known. */
export function ContentHeaders({ order, content, onCorrect }: ContentHeadersProps) {
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
  const { kind, to, state, reason } = content;
  const way = state && mailLook({ state, reason }).way;
  const why = state && mailWhy({ state, reason });
  return (
    <>
      <EmailText email={to} />
      {kind !== 'refund' && way === 'Correct the address' && resendRefusal(order, kind) === null && (
        <span className={styles.way}>
          <LinkButton onClick={() => onCorrect(to, kind)}>{way}</LinkButton>
        </span>
      )}
      {why && <span className={styles.why}>{why}</span>}
    </>
  );
}

const Header = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? <>&nbsp;</>}</dd>
  </div>
);
