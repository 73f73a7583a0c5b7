import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import { isFactsSection, sectionsOf, type FactsSectionId, type SectionId } from 'shared/declaration/sections';
import { useOneLineToasts, useShortcuts } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { EmailHistory } from '../documents/EmailHistory.tsx';
import { UploadDocument } from '../documents/UploadDocument.tsx';
import { useEmails } from '../documents/useEmails.ts';
import { useUploadForm } from '../documents/useUploadForm.ts';
import { EmailContent } from '../email-content/EmailContent.tsx';
import { EmailContentButton } from '../email-content/EmailContentButton.tsx';
import { CommentHistory } from '../remarks/CommentHistory.tsx';
import { Composer } from '../remarks/Composer.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { HeadButton } from './HeadButton.tsx';
import { OrderActionsContext } from './OrderActionsContext.ts';
import { OrderHead } from './OrderHead.tsx';
import { DownloadHistory } from './sections/DownloadHistory.tsx';
import { FactsSection } from './sections/FactsSection.tsx';
import { FamilyInformation } from './sections/FamilyInformation.tsx';
import { ImportingGoods } from './sections/ImportingGoods.tsx';
import { useOrderPageActions } from './useOrderPageActions.ts';
import { useWayBack } from './useWayBack.ts';
import { NotLoaded } from './sections/NotLoaded.tsx';
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
  const { actions, conflict, setConflict } = useOrderPageActions(orderId, seenAt);
  const uploadForm = useUploadForm(order);
  const emails = useEmails();
  const back = useWayBack(order);
  const navigate = useNavigate();

  useOneLineToasts();
  const goToUpload = () => uploadForm.goTo('fileUpload');
  useShortcuts({
    u: () => void navigate(back.path, { state: { left: orderId } }),
    d: goToUpload,
    e: () => emails.view(null),
  });

  const parts: Record<Exclude<SectionId, FactsSectionId>, ReactNode> = {
    emails: <EmailHistory order={order} form={uploadForm} emails={emails} />,
    upload: <UploadDocument order={order} form={uploadForm} />,
    family: <FamilyInformation family={order.familyMember} />,
    goods: <ImportingGoods order={order} />,
    downloads: <DownloadHistory downloads={order.downloadHistory} total={order.downloadTotal} />,
    comments: <CommentHistory orderId={orderId} remarks={order.remarks} />,
  };

  return (
    <OrderActionsContext value={actions}>
      <OrderHead
        order={order}
        button={
          <>
            <EmailContentButton onOpen={() => emails.view(null)} />
            <HeadButton order={order} quiet={uploadForm.watch('fileUpload') !== null} onUpload={goToUpload} />
          </>
        }
      />
      <div className={styles.stack}>
        {refreshFailed && (
          <NotLoaded
            onRetry={onReload}
          >{`This order is from ${clockTime(seenAt)} (UTC). Refreshing failed.`}</NotLoaded>
        )}
        {sectionsOf(order).map(({ id }) => (
          <Fragment key={id}>{isFactsSection(id) ? <FactsSection id={id} order={order} /> : parts[id]}</Fragment>
        ))}
      </div>
      <Composer order={order} />
      <EmailContent order={order} emails={emails} />
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
