import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import { orderCalls } from 'shared/api/orderCalls';
import type { Desk } from '../../e2e/startDesk.ts';
import { mustCall, signInTo } from '../../api/testing/callProduct.ts';
import { pdfOf } from '../../api/testing/pdfOf.ts';
import type { Caller } from '../deskCaller.ts';

/** At once, and how large each is. */
export const uploads = 20;
export const megabytes = 20;

/** Orders that a document may be uploaded for, as many as there are uploads. */
export async function completedOrders(call: Caller): Promise<string[]> {
  const { data } = await call(orderCalls.list, { orderName: 'completedOrder', limit: 500 })();
  if (data.length < uploads) throw new Error('The demo has too few orders');
  return data.slice(0, uploads).map(({ order_id: id }) => id);
}

/** Uploads a document of that size for an order, to be mailed by that provider. */
export async function uploader(desk: Desk, provider: MailServiceProvider): Promise<(orderId: string) => Promise<void>> {
  const token = await signInTo(desk.staff);
  const uploadVisaDoc = new File([pdfOf({ size: megabytes * 1_000_000 })], 'declaration.pdf');
  return async (orderId) => {
    const input = { orderId, email: 'customer@example.com', mailServiceProvider: provider, uploadVisaDoc } as const;
    await mustCall(desk.staff, documentCalls.upload, input, { token });
  };
}
