import { Fragment, useDeferredValue, type ReactNode } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { isFactsSection, sectionsOf, type FactsSectionId, type SectionId } from 'shared/declaration/sections';
import { useOneLineToasts, useShortcuts } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { RetryNote } from 'shared/kit';
import { DefencePacks, DisputeEvidence, usePacks } from '../defence-pack/DisputeEvidence.tsx';
import { EmailHistory } from '../documents/EmailHistory.tsx';
import { UploadDocument } from '../documents/UploadDocument.tsx';
import { useEmails } from '../documents/ResendControl.tsx';
import { useUploadForm } from '../documents/useUpload.ts';
import { LazyDialog } from '../LazyDialog.tsx';
import { OrderHead } from './OrderHead.tsx';
import { CustomerMessages } from '../messages/CustomerMessages.tsx';
import { CommentHistory } from '../remarks/CommentHistory.tsx';
import { Composer } from '../remarks/Composer.tsx';
import { OrderActionsContext, useOrderPageActions } from './useOrderAction.ts';
import { DownloadHistory } from './sections/DownloadHistory.tsx';
import { FactsSection } from './sections/FactsSection.tsx';
import { FamilyInformation } from './sections/FamilyInformation.tsx';
import { ImportingGoods } from './sections/ImportingGoods.tsx';
import styles from './OrderPage.module.css';

interface OrderPageProps {
  order: OrderDetails;
  /** When it was read, in milliseconds. */
  seenAt: number;
  /** The last attempt to read it anew failed. */
  refreshFailed: boolean;
  onReload: () => void;
}

const loadConflict = () => import('./ConflictDialog.tsx');
const loadEmailContent = () => import('../documents/EmailContentDialog.tsx');

/** The last section that is drawn with the page: those down to it are most of what a window shows. */
const lastAtOnce: SectionId = 'personal';

/**
 * One order: its head, its sections in the order of rules 9.2, and the composer docked below. Those that only show
 * the order are drawn once for each answer: the forms here tell React of themselves right after their first picture.
 */
export function OrderPage({ order: asRead, seenAt, refreshFailed, onReload }: OrderPageProps) {
  const { order_id: orderId } = asRead;
  const { actions, conflict, closeConflict } = useOrderPageActions(asRead, seenAt, onReload);
  const uploadForm = useUploadForm(asRead);
  const { leaving } = uploadForm;
  const order = leaving ? { ...asRead, mailHistory: [leaving, ...asRead.mailHistory] } : asRead;
  const emails = useEmails();
  const packs = usePacks(asRead.process_status);

  useOneLineToasts();
  // What is read first waits for nothing that stands below it.
  const isWhole = useDeferredValue(true, false);
  const named = sectionsOf(order);
  const drawn = isWhole ? named : named.slice(0, named.findIndex(({ id }) => id === lastAtOnce) + 1);
  const goToUpload = () => uploadForm.goTo('fileUpload');
  /** The newest mail of the order, or the one that would be sent (rules 9.17). */
  const viewNewestEmail = () => emails.view(null);
  useShortcuts({ d: goToUpload, e: viewNewestEmail });

  const parts: Record<Exclude<SectionId, FactsSectionId>, ReactNode> = {
    emails: <EmailHistory order={order} form={uploadForm} emails={emails} />,
    upload: <UploadDocument order={order} form={uploadForm} />,
    messages: <CustomerMessages order={order} />,
    family: <FamilyInformation family={order.familyMember} />,
    goods: <ImportingGoods order={order} />,
    downloads: <DownloadHistory downloads={order.downloadHistory} total={order.downloadTotal} />,
    evidence: <DisputeEvidence order={order} packs={packs} />,
    comments: <CommentHistory orderId={orderId} remarks={order.remarks} />,
  };

  return (
    <OrderActionsContext value={actions}>
      <OrderHead
        order={order}
        quiet={uploadForm.watch('fileUpload') !== null}
        onUpload={goToUpload}
        onEmail={viewNewestEmail}
      />
      <div className={styles.stack}>
        {actions.staleText && (
          <div ref={leaveFocusToHeading}>
            <RetryNote label="Reload" onRetry={onReload}>
              {actions.staleText}
            </RetryNote>
          </div>
        )}
        {refreshFailed && (
          <div ref={leaveFocusToHeading}>
            <RetryNote
              onRetry={onReload}
            >{`This order is from ${clockTime(seenAt)} (UTC). Refreshing failed.`}</RetryNote>
          </div>
        )}
        {drawn.map(({ id }) => (
          <Fragment key={id}>{isFactsSection(id) ? <FactsSection id={id} order={order} /> : parts[id]}</Fragment>
        ))}
      </div>
      <Composer order={order} />
      <LazyDialog load={loadEmailContent} show={emails.viewed} onFailed={emails.endView}>
        {({ EmailContentDialog }, { mailId }, open) => (
          <EmailContentDialog
            order={order}
            mailId={mailId}
            open={open}
            onCorrect={emails.correct}
            onClose={emails.endView}
          />
        )}
      </LazyDialog>
      <DefencePacks order={order} packs={packs} />
      <LazyDialog load={loadConflict} show={conflict} onFailed={closeConflict}>
        {({ ConflictDialog }, met, open) => (
          <ConflictDialog
            conflict={met}
            open={open}
            onClose={closeConflict}
            onReload={() => {
              closeConflict();
              onReload();
            }}
          />
        )}
      </LazyDialog>
    </OrderActionsContext>
  );
}

/** A line that leaves with the pressed button in it gives the focus to the heading. */
const leaveFocusToHeading = (line: HTMLElement | null) => () => {
  if (!line?.contains(document.activeElement)) return;
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
};
