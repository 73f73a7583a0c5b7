import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { documentCalls } from 'shared/api/documentCalls';
import type { MailEntry, OrderDetails } from 'shared/api/orderDetails';
import { useCallForm } from 'shared/desk';
import { chosenDocument, type ChosenDocument } from './chosenDocument.ts';

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

export type UploadForm = ReturnType<typeof useUploadForm>;

/**
 * The upload form, and whether it is shown: folded to one line until somebody wants it, and as long as nothing in it
 * waits to be sent (rules 11.16). Its e-mail is also where "Resend" goes, so that an address is corrected in one place.
 */
export function useUploadForm(order: OrderDetails) {
  const form = useCallForm(documentCalls.upload, {
    fields: ['email', 'mailServiceProvider'],
    own,
    namedByApi: { fileUpload: 'uploadVisaDoc' },
    mode: 'onTouched',
    defaultValues: {
      email: order.contact_email_address ?? order.email,
      mailServiceProvider: 'AWS',
      fileUpload: null,
    },
  });
  const [wanted, setWanted] = useState(false);
  const [leaving, setLeaving] = useState<{ mail: MailEntry; mailsBefore: number } | null>(null);
  const choices = useRef(0);
  const holdsSomething = form.formState.isDirty;

  /** Opens the form, and puts the focus into one of its fields. */
  const goTo = (field: 'email' | 'fileUpload') => {
    // A field that is not there yet cannot have the focus.
    flushSync(() => setWanted(true));
    document.getElementById('upload')?.scrollIntoView({ block: 'start' });
    form.setFocus(field, { shouldSelect: true });
  };

  /** Takes a file, with what is wrong with it under it at once. Of two in a row the last one stays. */
  const choose = async (file: File) => {
    const choice = ++choices.current;
    const chosen = await chosenDocument(file, order.upload_limit_mb);
    if (choice === choices.current) form.setValue('fileUpload', chosen, { shouldDirty: true, shouldValidate: true });
  };

  /** Takes an address that a mail was sent to: no draft, so it opens nothing (rules 11.16). */
  const keepAddress = (address: string) => {
    // Folded since the page was opened the form has no such field yet, and only a field can be reset.
    form.register('email');
    form.resetField('email', { defaultValue: address });
  };

  return {
    ...form,
    isOpen: wanted || holdsSomething,
    holdsSomething,
    goTo,
    fold: () => setWanted(false),
    /** The mail that the form is sending, or has sent and that the order does not tell of yet. */
    leaving: leaving?.mailsBefore === order.mailHistory.length ? leaving.mail : null,
    setLeaving: (mail: MailEntry | null) => setLeaving(mail && { mail, mailsBefore: order.mailHistory.length }),
    /** Ready for the next document, where it stands: a form that folded by itself would move what is being read. */
    sent: () => {
      // Provider and address stay as they are: sent, they are no draft any more.
      form.reset({ ...form.getValues(), fileUpload: null });
      setWanted(true);
    },
    choose,
    keepAddress,
  };
}
