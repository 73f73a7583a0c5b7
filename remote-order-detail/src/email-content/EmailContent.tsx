import { lazy, Suspense, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { Emails } from '../documents/useEmails.ts';

const EmailContentDialog = lazy(async () => ({
  default: (await import('./EmailContentDialog.tsx')).EmailContentDialog,
}));

/** The dialog `Email Content`: its script comes when it is opened for the first time, and it closes with what it showed. */
export function EmailContent({ order, emails }: { order: OrderDetails; emails: Emails }) {
  const { viewed } = emails;
  const [last, setLast] = useState(viewed);
  if (viewed && viewed !== last) setLast(viewed);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <EmailContentDialog
        order={order}
        mailId={last.mailId}
        open={viewed !== null}
        onCorrect={emails.correct}
        onClose={emails.endView}
      />
    </Suspense>
  );
}
