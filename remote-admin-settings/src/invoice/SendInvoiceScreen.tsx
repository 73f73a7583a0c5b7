import { useState } from 'react';
import { Card } from 'shared/kit';
import { Screen } from 'shared/kit/base';
import { InvoiceForm } from './InvoiceForm.tsx';
import styles from './SendInvoice.module.css';
import { SentInvoices, type SentInvoice } from './SentInvoices.tsx';

/** Mails an order its invoice, one after the other; what was sent since the screen was opened stands below (rules 15.9). */
export function SendInvoiceScreen() {
  const [sent, setSent] = useState<readonly SentInvoice[]>([]);
  // The same mail again, while it waits, is the same line.
  const add = (one: SentInvoice) => setSent((all) => [one, ...all.filter(({ mailId }) => mailId !== one.mailId)]);
  return (
    <Screen title="Send Invoice">
      <div className={styles.column}>
        <Card label="Invoice">
          <InvoiceForm onSent={add} />
        </Card>
        {sent.length > 0 && <SentInvoices sent={sent} />}
      </div>
    </Screen>
  );
}
