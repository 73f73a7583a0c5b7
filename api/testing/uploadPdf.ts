import { documentCalls } from 'shared/api/documentCalls';
import { pdfOf } from './pdf/pdfOf.ts';
import type { TestApi } from './startTestApi.ts';

/** Returns the document's `file1`. */
export async function uploadPdf(api: TestApi, orderId: string, size?: number): Promise<string> {
  const uploadVisaDoc = new File([pdfOf({ size })], 'declaration.pdf', { type: 'application/pdf' });
  const input = { orderId, email: 'customer@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
  const { httpStatus, body } = await api.callApi(documentCalls.upload, input, { as: 'Team' });
  if (httpStatus !== 200) throw new Error(body.message);
  return body.data.file1;
}
