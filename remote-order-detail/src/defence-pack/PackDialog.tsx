import { useId } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryKeys, useCall } from 'shared/desk';
import { Dialog, FailedState } from 'shared/kit';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { Letter } from './Letter.tsx';
import { LetterDesk } from './LetterDesk.tsx';
import { PackAbout } from './PackAbout.tsx';
import { PackHead } from './PackHead.tsx';
import { PdfNote } from './PdfNote.tsx';
import { isForGood, TooMuchNote } from './TooMuchNote.tsx';
import { usePackPdf } from './usePackPdf.ts';
import styles from './PackDialog.module.css';

interface PackDialogProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  open: boolean;
  onDetails: () => void;
  onClose: () => void;
}

/**
 * One defence pack: its letter, which is page 1 of the PDF, with what evidence it has beside (rules 13.53). On a phone the
 * letter is there as PDF alone.
 */
export function PackDialog({ order, defencePackType, open, onDetails, onClose }: PackDialogProps) {
  const titleId = useId();
  const { order_id: orderId } = order;
  const { data, error, isFetching, refetch } = useCall(
    defencePackCalls.packLetter,
    { orderId, defencePackType },
    { key: queryKeys.packLetter(orderId, defencePackType), enabled: open, keepPrevious: false },
  );
  const pdf = usePackPdf(orderId, defencePackType, open);
  const letter = data?.data;

  return (
    <Dialog
      fullScreen
      maxWidth={false}
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ root: { className: styles.root }, paper: { className: styles.paper } }}
    >
      <PackHead order={order} defencePackType={defencePackType} titleId={titleId} pdf={pdf} onClose={onClose} />
      <PdfNote pdf={pdf} defencePackType={defencePackType} onClose={onClose} />
      <div className={styles.columns}>
        <PackAbout order={order} defencePackType={defencePackType} letter={letter} onDetails={onDetails} />
        <LetterDesk busy={!letter && !error}>
          {letter ? (
            <Letter letter={letter} />
          ) : error && isForGood(error) ? (
            <TooMuchNote role="alert" title="The letter cannot be made." error={error} onBack={onClose} />
          ) : (
            error && (
              <FailedState
                title="The letter could not be loaded"
                error={error}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            )
          )}
        </LetterDesk>
      </div>
    </Dialog>
  );
}
