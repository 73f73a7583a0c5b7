import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { documentCalls } from 'shared/api/documentCalls';
import { type OrderDetails } from 'shared/api/orderDetails';
import { type SectionId } from 'shared/declaration/sections';
import { queryClient, toastInfo, useCallForm, useSession } from 'shared/desk';
import { cleanFileName } from 'shared/format/fileName';
import { orderPath } from 'shared/format/orderIdCode';
import { type ChosenDocument, checkChosenFile } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { focusNextStep } from '../messages/MessageComposer.tsx';

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
 * The upload form, open on demand and while it has unsent input (rule 11.16). "Resend" uses the form's email, so that
 * an address needs correcting only once.
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
    const chosenBefore = queryClient.getQueryData<ChosenDocument>(keptKey);
    if (chosenBefore) setFile(chosenBefore);
    queryClient.removeQueries({ queryKey: keptKey });
  });
  const keep = useEffectEvent(() => {
    const chosen = form.getValues('fileUpload');
    if (!chosen || isSending.current || useSession.getState().user?.id !== memberId) return;
    queryClient.setQueryData(keptKey, chosen);
    toastInfo(`${cleanFileName(chosen.file.name)} was not sent. It’s still selected on order ${orderId}.`, {
      id: keptDocuments,
      action: { label: `Open ${orderId}`, run: () => void navigate(orderPath(orderId)) },
    });
  });
  useEffect(() => {
    restore();
    return () => keep();
  }, []);

  /** Focuses the button that sends the file, or the file field if no file is chosen or the file cannot be sent. */
  const focusUpload = () => {
    if (form.getValues('fileUpload')?.fault !== null) return form.setFocus('fileUpload');
    const send = document.querySelector<HTMLElement>('#upload button[type=submit]');
    send?.focus({ preventScroll: true });
    // Scrolls no further than needed, whereas `focus` would centre the button.
    send?.scrollIntoView({ block: 'nearest' });
  };

  /** The number of the order's mails before the last upload. */
  const [mailsBefore, setMailsBefore] = useState<number | null>(null);
  const hasArrived = mailsBefore !== null && order.mailHistory.length > mailsBefore;
  useEffect(() => {
    if (!hasArrived) return;
    document.getElementById('emails' satisfies SectionId)?.scrollIntoView();
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
      document.getElementById('upload')?.scrollIntoView();
      focusUpload();
    },
    fold: () => setWanted(false),
    /** Selects a file and shows its error at once. The latest selection wins. */
    choose: async (file: File) => {
      const choice = ++choices.current;
      const chosen = await checkChosenFile(file, order.upload_limit_mb);
      if (choice !== choices.current) return;
      // Render first, because a chosen file opens a closed form.
      flushSync(() => setFile(chosen));
      focusUpload();
    },
    /** Call after sending: keeps provider and address, but no longer counts them as unsaved input. */
    sent: () => {
      form.reset({ ...form.getValues(), fileUpload: null });
      setMailsBefore(order.mailHistory.length);
      setWanted(false);
    },
    /** Sets the address without counting it as unsaved input (rule 11.16). */
    keepAddress: (address: string) => {
      // Only registered fields can be reset, and a collapsed form has not registered this field.
      form.register('email');
      form.resetField('email', { defaultValue: address });
    },
  };
}
