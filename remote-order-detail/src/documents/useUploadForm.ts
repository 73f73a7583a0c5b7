import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type * as v from 'valibot';
import { uploadForm } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';

type UploadFields = v.InferInput<typeof uploadForm>;
export type UploadForm = UseFormReturn<UploadFields, unknown, v.InferOutput<typeof uploadForm>>;

/** The upload form. Its e-mail is also where "Resend" goes, so that an address is corrected in one place. */
export function useUploadForm(order: OrderDetails): UploadForm {
  return useForm({
    resolver: valibotResolver(uploadForm),
    mode: 'onTouched',
    defaultValues: {
      email: order.contact_email_address ?? order.email,
      mailServiceProvider: 'AWS',
      fileUpload: null,
    },
  });
}
