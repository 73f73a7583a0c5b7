import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import { isFactsSection, sectionsOf, type FactsSectionId, type SectionId } from 'shared/declaration/sections';
import { useShortcuts } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { Note } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { EmailHistory } from '../documents/EmailHistory.tsx';
import { ResendControl } from '../documents/ResendControl.tsx';
import { UploadDocument } from '../documents/UploadDocument.tsx';
import { useUploadForm } from '../documents/useUploadForm.ts';
import { CommentHistory } from '../remarks/CommentHistory.tsx';
import { Composer } from '../remarks/Composer.tsx';
import { ConflictDialog, type Conflict } from './ConflictDialog.tsx';
import { HeadButton } from './HeadButton.tsx';
import { OrderActionsContext } from './OrderActionsContext.ts';
import { OrderHead, useWayBack } from './OrderHead.tsx';
import { DownloadHistory } from './sections/DownloadHistory.tsx';
import { FactsSection } from './sections/FactsSection.tsx';
import styles from './OrderPage.module.css';

interface OrderPageProps {
  order: OrderDetails;
  /** When it was read, in milliseconds. */
  seenAt: number;
  /** The last attempt to read it anew failed. */
  refreshFailed: boolean;
  onReload: () => void;
}

/** One order: its head, its sections in the order of rules 9.2, and the composer docked below. */
export function OrderPage({ order, seenAt, refreshFailed, onReload }: OrderPageProps) {
  const { order_id: orderId } = order;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const actions = useMemo(() => ({ orderId, seenAt, onConflict: setConflict }), [orderId, seenAt]);
  const uploadForm = useUploadForm(order);
  const back = useWayBack(order);
  const navigate = useNavigate();

  const sendsAgain = order.uploadDoc.length > 0 && order.process_status !== 'Deleted';

  const goToUpload = () => {
    document.getElementById('upload')?.scrollIntoView({ block: 'start' });
    uploadForm.setFocus('fileUpload');
  };
  useShortcuts({ u: () => void navigate(back.path, { state: { left: orderId } }), d: goToUpload });

  const parts: Record<Exclude<SectionId, FactsSectionId>, ReactNode> = {
    emails: (
      <EmailHistory
        mails={order.mailHistory}
        resend={sendsAgain && <ResendControl orderId={orderId} form={uploadForm} />}
        onCorrectAddress={() => uploadForm.setFocus('email', { shouldSelect: true })}
      />
    ),
    upload: <UploadDocument order={order} form={uploadForm} />,
    downloads: <DownloadHistory downloads={order.downloadHistory} total={order.downloadTotal} />,
    comments: <CommentHistory remarks={order.remarks} />,
  };

  return (
    <OrderActionsContext value={actions}>
      <OrderHead
        order={order}
        button={<HeadButton order={order} quiet={uploadForm.watch('fileUpload') !== null} onUpload={goToUpload} />}
      />
      <div className={styles.stack}>
        {refreshFailed && (
          <Note
            kind="warning"
            role="status"
            action={
              <Button variant="text" size="tiny" onClick={onReload}>
                Retry
              </Button>
            }
          >
            This order is from {listDateTime(new Date(seenAt).toISOString()).slice(-5)} (UTC). Refreshing failed.
          </Note>
        )}
        {sectionsOf(order).map(({ id }) => (
          <Fragment key={id}>{isFactsSection(id) ? <FactsSection id={id} order={order} /> : parts[id]}</Fragment>
        ))}
      </div>
      <Composer order={order} />
      <ConflictDialog
        conflict={conflict}
        onClose={() => setConflict(null)}
        onReload={() => {
          setConflict(null);
          onReload();
        }}
      />
    </OrderActionsContext>
  );
}
