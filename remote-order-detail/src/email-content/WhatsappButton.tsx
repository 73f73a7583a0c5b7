import { MessageCircle } from 'lucide-react';
import { useId } from 'react';
import type { EmailContent } from 'shared/api/documentCalls';
import { Button } from 'shared/kit/base';
import styles from './ContentActions.module.css';

/** Opens WhatsApp in a new tab with the message written (rules 12.13); without a number it says so. */
export function WhatsappButton({ content }: { content: EmailContent | undefined }) {
  const whyId = useId();
  const icon = <MessageCircle size={16} strokeWidth={1.75} aria-hidden />;
  const address = content?.whatsapp.address;
  if (address) {
    return (
      <Button variant="outlined" startIcon={icon} href={address} target="_blank" rel="noopener noreferrer">
        Send Whatsapp Message
      </Button>
    );
  }
  return (
    <>
      <Button variant="outlined" startIcon={icon} disabled aria-describedby={content ? whyId : undefined}>
        Send Whatsapp Message
      </Button>
      {content && (
        <span id={whyId} className={styles.why}>
          This order has no telephone number with a country code.
        </span>
      )}
    </>
  );
}
