import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { acceptedDocuments } from 'shared/api/documentCalls';
import { type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { sections } from 'shared/declaration/sections';
import { clockTime, isToday } from 'shared/format/dates';
import { Card } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { useLostFocus } from '../order-detail/focus.ts';
import { Moment } from '../order-detail/Moment.tsx';
import { DocumentList, DocumentMatch } from './DocumentList.tsx';
import { DocumentLink, usePreview } from './DocumentPreview.tsx';
import styles from './UploadDocument.module.css';
import { UploadFields } from './UploadFields.tsx';
import type { UploadForm } from './useUploadForm.ts';

/** Uploads documents and lists the stored ones. Collapsed until needed, to keep facts near the top (rule 11.16). */
export function UploadDocument({ order, form }: { order: OrderDetails; form: UploadForm }) {
  const over = usePageDrop((file) => {
    if (form.isSending.current) return;
    form.open();
    void form.choose(file);
  });
  const picker = useRef<HTMLInputElement>(null);
  const isOpen = form.isOpen || over;
  const toggle = useRef<HTMLButtonElement>(null);
  useLostFocus(isOpen, () => {
    if (!isOpen) toggle.current?.focus();
  });

  const documents = order.uploadDoc;
  const newest = releasedDocument(documents);
  const differs = newest !== undefined && newest.warnings.length > 0;
  const { button: previewButton, preview } = usePreview(documents);

  return (
    <Card
      id="upload"
      title={sections.upload.title}
      padded={false}
      className={isOpen || preview || differs ? undefined : styles.folded}
      actions={
        <>
          {isOpen ? (
            <span className="hint">PDF or image</span>
          ) : newest ? (
            <>
              <span className={styles.newest}>
                <DocumentLink document={newest} className={styles.name} />{' '}
                <span className={styles.when}>
                  <Moment at={newest.created_at} />
                </span>
              </span>
              {previewButton(newest)}
            </>
          ) : (
            <span className={styles.when}>There is no document to send.</span>
          )}
          {!form.holdsSomething && (isOpen || order.process_status !== 'Deleted') && (
            <Button
              ref={toggle}
              variant={isOpen ? 'text' : 'outlined'}
              size="tiny"
              aria-expanded={isOpen}
              onClick={isOpen ? form.fold : form.open}
            >
              {isOpen ? 'Close' : 'Upload a document'}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={picker}
        type="file"
        hidden
        data-testid="document-picker"
        accept={acceptedDocuments}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Allows choosing the same file again.
          target.value = '';
          if (file) void form.choose(file);
        }}
      />
      {differs && (
        <div className={styles.differs}>
          <DocumentMatch warnings={newest.warnings} />
          {newest.uploaded_by && (
            <p className="hint">
              Checked by <bdi>{newest.uploaded_by}</bdi>,{' '}
              <Moment at={newest.created_at}>
                {isToday(newest.created_at) ? clockTime(newest.created_at) : undefined}
              </Moment>
            </p>
          )}
        </div>
      )}
      {isOpen && (
        <div className={styles.columns}>
          <UploadFields order={order} form={form} over={over} onPick={() => picker.current?.click()} />
          <DocumentList documents={documents} orderId={order.order_id} previewButton={previewButton} />
        </div>
      )}
      {preview && <div className={styles.preview}>{preview}</div>}
    </Card>
  );
}

/** Accepts files dropped anywhere on the page. Returns whether one is being dragged. */
function usePageDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const choose = useEffectEvent(onFile);
  useEffect(() => {
    const dragged = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser opens the file.
      event.preventDefault();
      const hasLeft = event.type === 'dragleave' && event.relatedTarget === null;
      setOver(event.type !== 'drop' && !hasLeft);
      const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
      if (file) choose(file);
    };
    const kinds = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) window.addEventListener(kind, dragged);
    return () => kinds.forEach((kind) => window.removeEventListener(kind, dragged));
  }, []);

  return over;
}
