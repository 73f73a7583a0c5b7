import type { Page } from '@playwright/test';
import { documentCalls } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { signInTo } from '../../api/testing/callProduct.ts';
import type { Desk } from '../startDesk.ts';

/** Enters an order's id and email on a phone, and taps TRACK ORDER. */
export async function track(page: Page, { order_id: orderId, email }: Pick<OrderDetails, 'order_id' | 'email'>) {
  await page.getByLabel('Order ID').fill(orderId);
  await page.getByLabel('Email ID').fill(email);
  await page.getByRole('button', { name: 'TRACK ORDER' }).tap();
}

/** Pixels by which the page is wider than its window; 0 if it does not scroll sideways. */
export const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Uploads a document of an order as a member of staff. */
export async function uploadDocument(desk: Desk, { order_id: orderId, email }: OrderDetails, content: Buffer) {
  const { path } = documentCalls.upload;
  const form = new FormData();
  for (const [name, value] of Object.entries({ orderId, email, mailServiceProvider: 'AWS', confirmed: 'Y' }))
    form.append(name, value);
  form.append('uploadVisaDoc', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), 'declaration.pdf');
  const { ok, status } = await fetch(`${desk.staff}/api${path}`, {
    method: 'POST',
    headers: { authorization: await signInTo(desk.staff, 'Admin') },
    body: form,
  });
  if (!ok) throw new Error(`The document was answered with ${status}`);
}
