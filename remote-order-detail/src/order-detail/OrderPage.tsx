import { Fragment, useDeferredValue, type KeyboardEvent, type ReactNode } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { isFactsSection, sectionsOf, type FactsSectionId, type SectionId } from 'shared/declaration/sections';
import { useShortcuts } from 'shared/desk';
import { clockTime } from 'shared/format/dates';
import { RetryNote } from 'shared/kit';
import { DefencePacks, DisputeEvidence, usePacks } from '../defence-pack/DisputeEvidence.tsx';
import { EmailHistory, useEmails } from '../documents/EmailHistory.tsx';
import { UploadDocument } from '../documents/UploadDocument.tsx';
import { useUploadForm } from '../documents/useUploadForm.ts';
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
import styles from './OrderDetailScreen.module.css';

interface OrderPageProps {
  order: OrderDetails;
  /** When the order was loaded, in milliseconds. */
  seenAt: number;
  refreshFailed: boolean;
  onReload: () => void;
}

const loadConflict = () => import('./ConflictDialog.tsx');
const loadEmailContent = () => import('../documents/EmailContentDialog.tsx');

/** Sections up to this one render first, because they fill the window. */
const lastEagerSection: SectionId = 'personal';

/**
 * One order: header, sections as listed in rule 9.2, and the docked composer. Most sections without forms are
 * memoised, because the forms render again right after the first paint.
 */
export function OrderPage({ order, seenAt, refreshFailed, onReload }: OrderPageProps) {
  const { order_id: orderId } = order;
  const uploadForm = useUploadForm(order);
  const { actions, conflict, closeConflict } = useOrderPageActions({
    order,
    seenAt,
    reload: onReload,
    isSending: uploadForm.isSending,
  });
  const emails = useEmails();
  const packs = usePacks(order.process_status);

  // Render the top of the page first, without waiting for the sections below.
  const isWhole = useDeferredValue(true, false);
  const named = sectionsOf(order);
  const shownSections = isWhole ? named : named.slice(0, named.findIndex(({ id }) => id === lastEagerSection) + 1);
  const goToUpload = () => (order.process_status === 'Deleted' ? false : uploadForm.open());
  /** Shows the order's newest email, or a preview of the one that would be sent (rule 9.17). */
  const viewNewestEmail = () => emails.view(null);
  useShortcuts({
    d: goToUpload,
    e: viewNewestEmail,
    PageDown: () => turnPage(1),
    PageUp: () => turnPage(-1),
    ' ': ({ target, shiftKey }) =>
      (target as Element).closest('a, button, input, summary') ? false : turnPage(shiftKey ? -1 : 1),
  });

  const parts: Record<Exclude<SectionId, FactsSectionId>, ReactNode> = {
    emails: <EmailHistory order={order} form={uploadForm} emails={emails} />,
    upload: <UploadDocument order={order} form={uploadForm} />,
    messages: <CustomerMessages order={order} />,
    family: <FamilyInformation family={order.familyMember} />,
    goods: <ImportingGoods order={order} />,
    downloads: <DownloadHistory order={order} />,
    evidence: <DisputeEvidence order={order} packs={packs} />,
    comments: <CommentHistory orderId={orderId} remarks={order.remarks} />,
  };

  return (
    <OrderActionsContext value={actions}>
      <OrderHead
        order={order}
        quiet={uploadForm.isOpen}
        onUpload={goToUpload}
        onPack={() => packs.openPack(1)}
        onCorrect={emails.correct}
        onEmail={viewNewestEmail}
      />
      <div className={styles.stack} onKeyUp={keepClear}>
        {actions.staleText && (
          <RetryNote label="Reload" onRetry={onReload}>
            {actions.staleText}
          </RetryNote>
        )}
        {refreshFailed && (
          <RetryNote onRetry={onReload}>{`Last loaded at ${clockTime(seenAt)} (UTC). Refreshing failed.`}</RetryNote>
        )}
        {shownSections.map(({ id }) => (
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

/** Scrolls by the height between header and dock. Browsers would scroll by the window's height and skip rows. */
function turnPage(direction: 1 | -1) {
  const top = document.querySelector('[data-order]')!.getBoundingClientRect().bottom;
  const bottom = document.forms.namedItem('comment')!.getBoundingClientRect().top;
  window.scrollBy(0, direction * (Math.min(bottom, window.innerHeight) - top - 40));
}

/**
 * After Tab, scrolls the focused element clear of the sticky parts, because browsers do not do this for text fields.
 */
function keepClear({ key, target }: KeyboardEvent) {
  if (key === 'Tab') (target as Element).scrollIntoView({ block: 'nearest' });
}
