import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { acceptedDocuments, documentCalls } from 'shared/api/documentCalls';
import { type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { type SectionId, sections } from 'shared/declaration/sections';
import { queryClient, toastInfo, useCallForm, useSession } from 'shared/desk';
import { clockTime, historyTime, isToday } from 'shared/format/dates';
import { cleanFileName } from 'shared/format/fileName';
import { orderPath } from 'shared/format/orderIdCode';
import { Card } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { type ChosenDocument, checkChosenFile } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { focusNextStep } from '../messages/MessageComposer.tsx';
import { Moment } from '../order-detail/Moment.tsx';
import { DocumentList, DocumentMatch } from './DocumentList.tsx';
import { DocumentLink, PreviewButton, StoredPreview } from './DocumentPreview.tsx';
import styles from './UploadDocument.module.css';
import { UploadFields } from './UploadFields.tsx';

/** Uploads documents and lists the stored ones. Collapsed until needed, to keep facts near the top (rules 11.16). */
export function UploadDocument({ order, form }: { order: OrderDetails; form: UploadForm }) {
  const over = usePageDrop((file) => {
    if (form.isSending.current) return;
    form.open();
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
          {isOpen ? (
            <span className="hint">PDF or image</span>
          ) : newest ? (
            <>
              <span className={styles.newest}>
                <DocumentLink document={newest} className={styles.name} />{' '}
                <span className={styles.when}>
                  <Moment at={newest.created_at}>{historyTime(newest.created_at)}</Moment>
                </span>
              </span>
              <PreviewButton document={newest} {...look} />
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
                {(isToday(newest.created_at) ? clockTime : historyTime)(newest.created_at)}
              </Moment>
            </p>
          )}
        </div>
      )}
      {isOpen && (
        <div className={styles.columns}>
          <UploadFields order={order} form={form} over={over} onPick={() => picker.current?.click()} />
          <DocumentList documents={documents} orderId={order.order_id} {...look} />
        </div>
      )}
      {seen && (
        <div className={styles.preview}>
          <StoredPreview key={seen.file1} file={seen} />
        </div>
      )}
    </Card>
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

const own = {
  fileUpload: v.pipe(
    v.custom<ChosenDocument | null>(() => true),
    v.check((chosen) => chosen !== null, 'File is required'),
    v.check(
      (chosen) => !chosen?.fault,
      ({ input }) => input?.fault ?? '',
    ),
  ),
};

const keptDocuments = 'kept-document';
// Kept until sign-out or a reload.
queryClient.setQueryDefaults([keptDocuments], { gcTime: Infinity });

export type UploadForm = ReturnType<typeof useUploadForm>;

/**
 * The upload form, open on demand and while it has unsent input (rules 11.16). "Resend" uses its email, so that an
 * address is corrected in one place.
 */
export function useUploadForm(order: OrderDetails) {
  const { order_id: orderId } = order;
  const form = useCallForm(documentCalls.upload, {
    fields: ['email', 'mailServiceProvider'],
    own,
    apiNames: { fileUpload: 'uploadVisaDoc' },
    mode: 'onTouched',
    defaultValues: {
      email: order.contact_email_address ?? order.email,
      mailServiceProvider: 'AWS',
      fileUpload: null,
    },
  });
  const [wanted, setWanted] = useState(false);
  const choices = useRef(0);
  const isSending = useRef(false);
  const holdsSomething = form.formState.isDirty;
  const setFile = (chosen: ChosenDocument) =>
    form.setValue('fileUpload', chosen, { shouldDirty: true, shouldValidate: true });

  const memberId = useSession(({ user }) => user?.id);
  const navigate = useNavigate();
  const keptKey = [keptDocuments, memberId, orderId];
  const restore = useEffectEvent(() => {
    const kept = queryClient.getQueryData<ChosenDocument>(keptKey);
    if (kept) setFile(kept);
    queryClient.removeQueries({ queryKey: keptKey });
  });
  const keep = useEffectEvent(() => {
    const chosen = form.getValues('fileUpload');
    if (!chosen || isSending.current || useSession.getState().user?.id !== memberId) return;
    queryClient.setQueryData(keptKey, chosen);
    toastInfo(`${cleanFileName(chosen.file.name)} was not sent. It stays selected on order ${orderId}.`, {
      id: keptDocuments,
      action: { label: `Open ${orderId}`, run: () => void navigate(orderPath(orderId)) },
    });
  });
  useEffect(() => {
    restore();
    return () => keep();
  }, []);

  /** How many mails the order had before the last one sent here. */
  const [mailsBefore, setMailsBefore] = useState<number | null>(null);
  const hasArrived = mailsBefore !== null && order.mailHistory.length > mailsBefore;
  useEffect(() => {
    if (!hasArrived) return;
    document.getElementById('emails' satisfies SectionId)?.scrollIntoView({ block: 'start' });
    if (document.activeElement?.matches('body, #upload *')) focusNextStep();
  }, [hasArrived, mailsBefore]);

  return {
    ...form,
    isOpen: wanted || holdsSomething,
    holdsSomething,
    isSending,
    open: () => {
      // Render the field, so that it can be focused.
      flushSync(() => setWanted(true));
      document.getElementById('upload')?.scrollIntoView({ block: 'start' });
      form.setFocus('fileUpload');
    },
    fold: () => setWanted(false),
    /** Selects a file and shows its error at once. The latest selection wins. */
    choose: async (file: File) => {
      const choice = ++choices.current;
      const chosen = await checkChosenFile(file, order.upload_limit_mb);
      if (choice !== choices.current) return;
      // Render the form first, because the send button appears only with a file.
      flushSync(() => setFile(chosen));
      if (chosen.fault) form.setFocus('fileUpload');
      else document.querySelector<HTMLElement>('#upload button[type=submit]')?.focus({ preventScroll: true });
    },
    /** Keeps provider and address, but no longer as unsaved input. */
    sent: () => {
      form.reset({ ...form.getValues(), fileUpload: null });
      setMailsBefore(order.mailHistory.length);
      setWanted(false);
    },
    /** Uses an address without making it unsaved input (rules 11.16). */
    keepAddress: (address: string) => {
      // Only registered fields can be reset, and a collapsed form has not registered this field.
      form.register('email');
      form.resetField('email', { defaultValue: address });
    },
  };
}
