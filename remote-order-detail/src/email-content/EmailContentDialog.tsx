import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryKeys, useCall } from 'shared/desk';
import { Dialog, DialogActions, DialogContent, DialogTitle, FailedState, IconButton } from 'shared/kit';
import { OutboxNote } from '../documents/OutboxNote.tsx';
import type { ResentKind } from '../documents/useEmails.ts';
import { ContentActions } from './ContentActions.tsx';
import { ContentHeaders } from './ContentHeaders.tsx';
import { ContentTag } from './ContentTag.tsx';
import styles from './EmailContentDialog.module.css';

interface EmailContentDialogProps {
  order: OrderDetails;
  /** Null: the newest, or the one that would be sent. */
  mailId: number | null;
  open: boolean;
  onCorrect: (recipient: string, kind: ResentKind) => void;
  onClose: () => void;
}

/** A mail as its customer reads it, what became of it, and the ways to reach them once more (rules 9.17). */
export function EmailContentDialog({ order, mailId, open, onCorrect, onClose }: EmailContentDialogProps) {
  const titleId = useId();
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const { order_id: orderId } = order;
  const asked = { orderId, ...(mailId !== null && { mailId }) };
  const { data, error, isFetching, refetch } = useCall(documentCalls.emailContent, asked, {
    key: queryKeys.emailContent(orderId, mailId),
    enabled: open,
    keepPrevious: false,
  });
  const content = data?.data;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
      slotProps={{ paper: { className: styles.paper } }}
    >
      {/* Its name is the heading alone: MUI would take all of the title, the result among it. */}
      <DialogTitle component="div" id={`${titleId}-line`} className={styles.title}>
        <h2 id={titleId}>Email Content</h2>
        {content && <ContentTag content={content} />}
        <IconButton aria-label="Close" className={styles.close} onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </DialogTitle>
      <DialogContent className={styles.content} aria-busy={!content && !error}>
        {error && !content ? (
          <FailedState
            title="The e-mail could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <>
            <ContentHeaders order={order} content={content} onCorrect={onCorrect} />
            {/* Always on white paper: it is the customer's, not the desk's. */}
            <iframe
              className={styles.mail}
              title="The e-mail as its customer reads it"
              sandbox=""
              src={content?.frame ?? 'about:blank'}
            />
            <OutboxNote provider={provider} />
          </>
        )}
      </DialogContent>
      <DialogActions className={styles.actions}>
        <ContentActions order={order} content={content} provider={provider} onProvider={setProvider} onSent={onClose} />
      </DialogActions>
    </Dialog>
  );
}
