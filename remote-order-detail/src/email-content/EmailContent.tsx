import { useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import type { Emails } from '../documents/useEmails.ts';
import { Opened } from 'shared/desk';

const loadDialog = () => import('./EmailContentDialog.tsx');

/** The dialog `Email Content`: its script comes when it is opened for the first time, and it closes with what it showed. */
export function EmailContent({ order, emails }: { order: OrderDetails; emails: Emails }) {
  const { viewed } = emails;
  const [last, setLast] = useState(viewed);
  if (viewed && viewed !== last) setLast(viewed);
  return (
    <Opened load={loadDialog} open={viewed !== null} onFailed={emails.endView}>
      {({ EmailContentDialog }, open) =>
        last && (
          <EmailContentDialog
            order={order}
            mailId={last.mailId}
            open={open}
            onCorrect={emails.correct}
            onClose={emails.endView}
          />
        )
      }
    </Opened>
  );
}
