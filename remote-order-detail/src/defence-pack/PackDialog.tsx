import { Download, ExternalLink, Printer, X } from 'lucide-react';
import { useId } from 'react';
import { defencePackCalls, type PackLetter } from 'shared/api/defencePackCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { pluralize } from 'shared/format/count';
import { useCall } from 'shared/desk';
import { listDay } from 'shared/format/dates';
import { fileSize } from 'shared/format/fileSize';
import { BidiName, Dialog, FailedState, IconButton, StatusPill } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { canShowPdfs } from '../documents/DocumentPreview.tsx';
import { Letter, LetterBackground } from './Letter.tsx';
import { PackReadiness } from './PackChecks.tsx';
import styles from './PackDialog.module.css';
import { PdfNote, isPermanent, PackTooLargeNote, type PackPdf, usePackPdf } from './PackPdf.tsx';

interface PackDialogProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  open: boolean;
  onDetails: () => void;
  onClose: () => void;
}

/** A defence pack: its letter, and its evidence next to it (rule 13.53). On a phone the letter is only in the PDF. */
export function PackDialog({ order, defencePackType, open, onDetails, onClose }: PackDialogProps) {
  const titleId = useId();
  const { order_id: orderId } = order;
  const { data, error, isFetching, refetch } = useCall(
    defencePackCalls.packLetter,
    { orderId, defencePackType },
    { enabled: open, keepPrevious: false },
  );
  const pdf = usePackPdf(orderId, defencePackType, open);
  const letter = data?.data;
  const lacksDetails = !(order.transaction_id && order.merchant_name);

  return (
    <Dialog
      fullScreen
      maxWidth={false}
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ root: { className: styles.root }, paper: { className: styles.paper } }}
    >
      <PackHead
        order={order}
        defencePackType={defencePackType}
        titleId={titleId}
        pdf={pdf}
        lacksDetails={lacksDetails}
        onClose={onClose}
      />
      <PdfNote pdf={pdf} defencePackType={defencePackType} onClose={onClose} />
      <div className={styles.columns}>
        <PackAbout
          order={order}
          defencePackType={defencePackType}
          letter={letter}
          onDetails={lacksDetails ? onDetails : null}
        />
        <LetterBackground busy={!letter && !error}>
          {letter ? (
            <Letter letter={letter} />
          ) : error && isPermanent(error) ? (
            <PackTooLargeNote role="alert" title="The letter cannot be created." error={error} onBack={onClose} />
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
        </LetterBackground>
      </div>
    </Dialog>
  );
}

interface PackHeadProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  titleId: string;
  pdf: PackPdf;
  /** Whether transaction details are missing. If so, entering them is the primary action instead of opening the PDF. */
  lacksDetails: boolean;
  onClose: () => void;
}

function PackHead({ order, defencePackType, titleId, pdf, lacksDetails, onClose }: PackHeadProps) {
  const whyId = useId();
  const online = useOnline();
  const opens = canShowPdfs();
  const PdfIcon = opens ? ExternalLink : Download;
  const state = {
    'aria-busy': pdf.pending,
    'aria-disabled': pdf.pending,
    'aria-describedby': online ? undefined : whyId,
    disabled: !online,
  };
  return (
    <header className={styles.head}>
      <IconButton aria-label={`Close, back to order ${order.order_id}`} className={styles.close} onClick={onClose}>
        <X size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <h2 id={titleId}>Defence Pack {defencePackType}</h2>
      <span className={styles.order}>Order {order.order_id}</span>
      <span className={styles.status}>
        <StatusPill status={order.process_status} />
      </span>
      <span className={styles.actions}>
        {!online && (
          <span id={whyId} className={styles.why}>
            You are offline.
          </span>
        )}
        <Button
          variant="outlined"
          className={styles.print}
          {...state}
          startIcon={<Printer size={15} strokeWidth={1.75} aria-hidden />}
          onClick={pdf.print}
        >
          Print
        </Button>
        <Button
          variant={lacksDetails ? 'outlined' : 'contained'}
          {...state}
          startIcon={<PdfIcon size={15} strokeWidth={1.75} aria-hidden />}
          onClick={pdf.open}
        >
          {opens ? 'Open PDF' : 'Download PDF'}
        </Button>
      </span>
    </header>
  );
}

interface PackAboutProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  letter: PackLetter | undefined;
  /** Null if the transaction details are complete. */
  onDetails: (() => void) | null;
}

function PackAbout({ order, defencePackType, letter, onDetails }: PackAboutProps) {
  return (
    <aside className={styles.about} aria-label="About this pack" tabIndex={0}>
      <h3>Ready to send?</h3>
      <PackReadiness orderId={order.order_id} defencePackType={defencePackType} />
      {onDetails && (
        <Button variant="contained" size="tiny" aria-haspopup="dialog" className={styles.enter} onClick={onDetails}>
          Enter Transaction Details
        </Button>
      )}
      {letter && (
        <>
          <h3>Exhibits</h3>
          <ol className={styles.exhibits}>
            {letter.exhibits.map(({ letter: name, title, from, to }) => (
              <li key={name}>
                <span className={styles.name}>{name}</span>
                <span className={styles.title}>{title}</span>
                <span className={styles.pages}>p. {from === to ? from : `${from}–${to}`}</span>
              </li>
            ))}
          </ol>
          <h3>Source</h3>
          <p>The order’s history, which nobody can edit. Creating this pack is recorded there too.</p>
          <p className={styles.made}>
            {pluralize(letter.pages, 'page')}, {fileSize(letter.size)}.{' '}
            {letter.last_made ? (
              <>
                Last created {listDay(letter.last_made.at)} (UTC) by <BidiName name={letter.last_made.by} />.
              </>
            ) : (
              'Not created yet.'
            )}
          </p>
        </>
      )}
    </aside>
  );
}
