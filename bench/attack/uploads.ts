import type { Desk } from '../../e2e/startDesk.ts';
import type { Caller } from '../deskCaller.ts';

/** At once, and how large each is. */
export const uploads = 20;
export const megabytes = 20;

/** Orders that a document may be uploaded for, as many as there are uploads. */
export async function completedOrders(call: Caller): Promise<string[]> {
  const { data } = (await call('/api/admin/get-orders-list/completedOrder?page=1&limit=500')()) as {
    data: { order_id: string }[];
  };
  if (data.length < uploads) throw new Error('The demo has too few orders');
  return data.slice(0, uploads).map(({ order_id: id }) => id);
}

/** Uploads a document of that size for an order, to be mailed by that provider. */
export async function uploader(desk: Desk, provider: string): Promise<(orderId: string) => Promise<void>> {
  const login = await fetch(`${desk.staff}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: 'arrival-desk' }),
  });
  const { jwtToken } = (await login.json()) as { jwtToken: string };
  const bytes = Buffer.alloc(megabytes * 1_000_000, '0123456789abcdef');
  bytes.write('%PDF-1.7\n');
  const file = new File([bytes], 'declaration.pdf');
  return async (orderId) => {
    const form = new FormData();
    form.append('orderId', orderId);
    form.append('email', 'customer@example.com');
    form.append('mailServiceProvider', provider);
    form.append('uploadVisaDoc', file);
    const about = { method: 'POST', headers: { authorization: jwtToken }, body: form };
    const answer = await fetch(`${desk.staff}/api/admin/upload-visa-document`, about);
    if (!answer.ok) throw new Error(`An upload was answered ${answer.status}`);
    await answer.arrayBuffer();
  };
}
