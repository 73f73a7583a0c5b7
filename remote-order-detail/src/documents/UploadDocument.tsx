import { useRef, useState } from 'react';
import { releasedDocument, type OrderDetails } from 'shared/api/orderDetails';
import { clockTime, historyTime, isToday } from 'shared/format/dates';
import { sections } from 'shared/declaration/sections';
import { Card } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { DocumentList } from './DocumentList.tsx';
import { FilePicker } from './FilePicker.tsx';
import { Mismatches } from './Mismatches.tsx';
import { NewestDocument } from './NewestDocument.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { UnconfirmedDialog } from './UnconfirmedDialog.tsx';
import { StoredPreview } from './StoredPreview.tsx';
import styles from './UploadDocument.module.css';
import { UploadFields } from './UploadFields.tsx';
import { useFoldedFocus } from './useFoldedFocus.ts';
import { usePageDrop } from './usePageDrop.ts';
import { useUpload } from './useUpload.ts';
import type { UploadForm } from './useUploadForm.ts';

/**
 * Sends a document of this order to the applicant, and lists those that are stored. One line, until it is wanted: facts
 * come first (rules 11.16).
 */
export function UploadDocument({ order, form }: { order: OrderDetails; form: UploadForm }) {
  const upload = useUpload(order, form);
  const over = usePageDrop((file) => {
    if (upload.sending) return;
    form.goTo('fileUpload');
    void form.choose(file);
  });
  const picker = useRef<HTMLInputElement>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const isOpen = form.isOpen || over;
  const toggle = useFoldedFocus(isOpen);

  const documents = order.uploadDoc;
  const newest = releasedDocument(documents);
  const differs = newest !== undefined && newest.warnings.length > 0;
  const seen = documents.find(({ file1 }) => file1 === looked);
  const look = { looked, onLook: (file1: string) => setLooked(file1 === looked ? null : file1) };

  return (
    <Card
      id="upload"
      title={sections.upload.title}
      padded={false}
      className={isOpen || seen || differs ? undefined : styles.folded}
      actions={
        <>
          {isOpen ? <span className={styles.kinds}>PDF or image</span> : <NewestDocument document={newest} />}
          {!isOpen && newest && <PreviewButton document={newest} {...look} />}
          {!form.holdsSomething && (
            <Button
              ref={toggle}
              variant={isOpen ? 'text' : 'outlined'}
              size="tiny"
              aria-expanded={isOpen}
              onClick={() => (isOpen ? form.fold() : form.goTo('fileUpload'))}
            >
              {isOpen ? 'Close' : 'Upload a document'}
            </Button>
          )}
        </>
      }
    >
      <FilePicker ref={picker} onFile={(file) => void form.choose(file)} />
      {differs && (
        <div className={styles.differs}>
          <Mismatches warnings={newest.warnings} />
          {newest.uploaded_by && (
            <p className={styles.kinds}>
              Checked by <bdi>{newest.uploaded_by}</bdi>,{' '}
              {(isToday(newest.created_at) ? clockTime : historyTime)(newest.created_at)}
            </p>
          )}
        </div>
      )}
      {isOpen && (
        <div className={styles.columns}>
          <UploadFields order={order} form={form} upload={upload} over={over} onPick={() => picker.current?.click()} />
          <DocumentList documents={documents} orderId={order.order_id} {...look} />
        </div>
      )}
      {seen && (
        <div className={styles.preview}>
          <StoredPreview file={seen} />
        </div>
      )}
      <UnconfirmedDialog unconfirmed={upload.unconfirmed} onKeep={upload.keep} />
    </Card>
  );
}
