import * as v from 'valibot';
import { documentCalls } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useCallForm } from 'shared/desk';

const own = {
  fileUpload: v.pipe(
    v.custom<File | null>((file) => file === null || file instanceof File),
    v.check((file) => file !== null, 'File is required'),
  ),
};

export type UploadForm = ReturnType<typeof useUploadForm>;

/** The upload form. Its e-mail is also where "Resend" goes, so that an address is corrected in one place. */
export function useUploadForm(order: OrderDetails) {
  return useCallForm(documentCalls.upload, {
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
}
