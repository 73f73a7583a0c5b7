import { documentCalls } from 'shared/api/documentCalls';
import type { TestApi } from './startTestApi.ts';

/** Uploads a document to an order as a member of the team would. Answers its `file1`. */
export async function uploadPdf(api: TestApi, orderId: string, rest = 'the declaration'): Promise<string> {
  const uploadVisaDoc = new File([`%PDF-1.7\n${rest}`], 'declaration.pdf', { type: 'application/pdf' });
  const input = { orderId, email: 'customer@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
  const { httpStatus, body } = await api.callApi(documentCalls.upload, input, { as: 'Team' });
  if (httpStatus !== 200) throw new Error(body.message);
  return body.data.file1;
}
