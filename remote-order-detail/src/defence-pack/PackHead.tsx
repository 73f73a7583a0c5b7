import { Download, ExternalLink, Printer, X } from 'lucide-react';
import { useId } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { IconButton, showsPdfs, StatusPill, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import type { PackPdf } from './usePackPdf.ts';
import styles from './PackHead.module.css';

interface PackHeadProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  titleId: string;
  pdf: PackPdf;
  onClose: () => void;
}

/** Which pack of which order this is, the way back, and what can be done with it. */
export function PackHead({ order, defencePackType, titleId, pdf, onClose }: PackHeadProps) {
  const whyId = useId();
  const online = useOnline();
  const opens = showsPdfs();
  const PdfIcon = opens ? ExternalLink : Download;
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
          aria-busy={pdf.pending}
          aria-disabled={pdf.pending}
          aria-describedby={online ? undefined : whyId}
          disabled={!online}
          startIcon={<Printer size={15} strokeWidth={1.75} aria-hidden />}
          onClick={pdf.print}
        >
          Print
        </Button>
        <Button
          variant="contained"
          aria-busy={pdf.pending}
          aria-disabled={pdf.pending}
          aria-describedby={online ? undefined : whyId}
          disabled={!online}
          startIcon={<PdfIcon size={15} strokeWidth={1.75} aria-hidden />}
          onClick={pdf.open}
        >
          {opens ? 'Open PDF' : 'Download PDF'}
        </Button>
      </span>
    </header>
  );
}
