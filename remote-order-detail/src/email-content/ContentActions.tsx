import { Send } from 'lucide-react';
import { useId } from 'react';
import type { EmailContent } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { ProviderChoice } from '../documents/ProviderChoice.tsx';
import { resendRefusal } from '../documents/resendRefusal.ts';
import { useResend } from '../documents/useResend.ts';
import { WhatsappButton } from './WhatsappButton.tsx';
import styles from './ContentActions.module.css';

interface ContentActionsProps {
  order: OrderDetails;
  content: EmailContent | undefined;
  provider: MailServiceProvider;
  onProvider: (provider: MailServiceProvider) => void;
  onSent: () => void;
}

/** Resend to the same address, and a message by WhatsApp. What cannot be done says why. */
export function ContentActions({ order, content, provider, onProvider, onSent }: ContentActionsProps) {
  const whyId = useId();
  const online = useOnline();
  const kind = content?.kind ?? 'approval';
  const resend = useResend(order.order_id, kind === 'invoice' ? 'invoice' : 'approval');
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
        <span id={whyId} className={styles.why}>
          {refusal}
        </span>
      )}
      <span className={styles.resend}>
        <ProviderChoice label="Mail provider" value={provider} onChange={onProvider} />
        <Button
          variant="contained"
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
