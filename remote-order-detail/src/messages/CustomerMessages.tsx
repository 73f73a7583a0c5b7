import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { messageCalls } from 'shared/api/messageCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Button } from 'shared/kit/base';
import { StoredPreview } from '../documents/StoredPreview.tsx';
import { NoRecord } from '../order-detail/sections/NoRecord.tsx';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { AskForm } from './AskForm.tsx';
import styles from './CustomerMessages.module.css';
import { MessageRow } from './MessageRow.tsx';

/** What we asked the customer and what they answered, newest first, and where more is asked (rules 9.40). */
export function CustomerMessages({ order }: { order: OrderDetails }) {
  const { order_id: orderId, version, customerMessages: messages } = order;
  const [looked, setLooked] = useState<string | null>(null);
  const seen = messages.find(({ file }) => file && file.file1 === looked)?.file;
  const settle = useOrderAction(messageCalls.settleMessages, {
    notDone: () => 'The messages were not marked as dealt with',
  });

  return (
    <SectionCard
      id="messages"
      beside={
        order.customer_wrote && (
          <Button
            variant="outlined"
            size="tiny"
            aria-busy={settle.pending}
            aria-disabled={settle.pending}
            onClick={() => !settle.pending && void settle.run({ orderId, version })}
          >
            Mark as dealt with
          </Button>
        )
      }
    >
      {messages.length === 0 ? (
        <NoRecord icon={MessageCircle}>The customer has not been told here what we need.</NoRecord>
      ) : (
        <ol className={styles.list}>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              looked={looked}
              onLook={(file1) => setLooked(file1 === looked ? null : file1)}
            />
          ))}
        </ol>
      )}
      {seen && (
        <div className={styles.preview}>
          <StoredPreview file={seen} />
        </div>
      )}
      <AskForm order={order} />
    </SectionCard>
  );
}
