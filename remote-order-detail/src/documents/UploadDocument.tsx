import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { acceptedDocuments } from 'shared/api/documentCalls';
import { type OrderDetails, releasedDocument, type UploadedDocument } from 'shared/api/orderDetails';
import { sections } from 'shared/declaration/sections';
import { clockTime, historyTime, isToday } from 'shared/format/dates';
import { Card, ConfirmDialog } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { Moment } from '../order-detail/Moment.tsx';
import { DocumentList, DocumentMatch } from './DocumentList.tsx';
import { DocumentLink, PreviewButton, StoredPreview } from './DocumentPreview.tsx';
import styles from './UploadDocument.module.css';
import { UploadFields } from './UploadFields.tsx';
import { type Unconfirmed, useUpload, type UploadForm } from './useUpload.ts';

/** Uploads documents and lists the stored ones. Collapsed until needed, to keep facts near the top (rules 11.16). */
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
          {isOpen ? <span className="hint">PDF or image</span> : <NewestDocument document={newest} />}
          {!isOpen && newest && <PreviewButton document={newest} {...look} />}
          {!form.holdsSomething && (isOpen || order.process_status !== 'Deleted') && (
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
          <DocumentMatch warnings={newest.warnings} />
          {newest.uploaded_by && (
            <p className="hint">
              Checked by <bdi>{newest.uploaded_by}</bdi>,{' '}
              <Moment at={newest.created_at}>
                {(isToday(newest.created_at) ? clockTime : historyTime)(newest.created_at)}
              </Moment>
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
      <UnconfirmedDialog unconfirmed={upload.unconfirmed} onKeep={upload.keepEditing} />
    </Card>
  );
}

function NewestDocument({ document }: { document: UploadedDocument | undefined }) {
  if (!document) return <span className={styles.when}>There is no document to send.</span>;
  return (
    <span className={styles.newest}>
      <DocumentLink document={document} className={styles.name} />{' '}
      <span className={styles.when}>
        <Moment at={document.created_at}>{historyTime(document.created_at)}</Moment>
      </span>
    </span>
  );
}

/** Asks whether to send a document that seems to be another person's: rules 11.4, 11.14. */
function UnconfirmedDialog({ unconfirmed, onKeep }: { unconfirmed: Unconfirmed | null; onKeep: () => void }) {
  return (
    <ConfirmDialog
      open={unconfirmed !== null}
      title="This may be someone else’s document"
      confirmLabel="Send it anyway"
      destructive
      onConfirm={() => unconfirmed?.sendAnyway()}
      onCancel={onKeep}
    >
      <DocumentMatch warnings={unconfirmed?.warnings ?? []} />
      <p>Nothing was sent. Your file is still selected.</p>
    </ConfirmDialog>
  );
}

function FilePicker({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      data-testid="document-picker"
      accept={acceptedDocuments}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Allows choosing the same file again.
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

/** Moves the focus to the toggle when the section collapses. */
function useFoldedFocus(isOpen: boolean) {
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const lostFocus = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && lostFocus) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return toggle;
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
