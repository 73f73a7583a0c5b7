/** SIGKILL at any moment of an order's journey: everything acknowledged is still there. */
import { expect, test } from '@playwright/test';
import { makePdf } from '../pages/makePdf.ts';
import { startDesk, type Desk } from '../startDesk.ts';

async function callApi(desk: Desk, method: string, path: string, token: string | null, body?: object | FormData) {
  const form = body instanceof FormData;
  const answer = await fetch(`${desk.staff}/api${path}`, {
    method,
    headers: { ...(token && { Authorization: token }), ...(body && !form && { 'Content-Type': 'application/json' }) },
    body: form ? body : body && JSON.stringify(body),
  });
  const json = (await answer.json()) as {
    status: number;
    message: string;
    data: never;
    jwtToken: string;
    total: number;
  };
  expect(json, `${method} ${path}`).toMatchObject({ status: 1 });
  return json;
}

test('what was acknowledged before SIGKILL is there after the next start, at every step', async () => {
  test.setTimeout(240_000);
  const desk = await startDesk({ DEMO_ORDERS: '40' });
  const crash = async () => {
    await desk.kill();
    await desk.restart();
  };
  try {
    const { jwtToken: token } = await callApi(desk, 'POST', '/admin/admin-login', null, {
      email: 'admin@demo.test',
      password: 'arrival-desk',
    });
    await crash();
    // The session outlived the crash.
    const list = await callApi(desk, 'GET', '/admin/get-orders-list/newOrder?page=1&limit=10', token);
    const orderId = (list.data as { order_id: string; email: string }[])[0]!.order_id;
    await callApi(desk, 'PUT', '/admin/assign-order-status', token, { orderId, assignto: 'Ada Admin' });
    await crash();
    const details = async () =>
      (await callApi(desk, 'GET', `/admin/get-orders-details/${orderId}`, token)).data as {
        assign_to: string;
        process_status: string;
        email: string;
        remarks: { remark: string }[];
        uploadDoc: { file1: string; grant: string }[];
        mailHistory: { state: string }[];
      };
    expect((await details()).assign_to).toBe('Ada Admin');

    await callApi(desk, 'POST', '/admin/add-new-remark', token, { orderId, remark: 'Kept through the crash' });
    await crash();
    expect((await details()).remarks[0]!.remark).toBe('Kept through the crash');

    const pdf = makePdf(`Declaration ${orderId}`);
    const form = new FormData();
    form.append('orderId', orderId);
    form.append('email', (await details()).email);
    form.append('mailServiceProvider', 'AWS');
    form.append('uploadVisaDoc', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'declaration.pdf');
    await callApi(desk, 'POST', '/admin/upload-visa-document', token, form);
    await crash();
    const { uploadDoc, mailHistory } = await details();
    const file = await fetch(`${desk.staff}/uploads/visaDocs/${uploadDoc[0]!.file1}`, {
      headers: { Authorization: token },
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
    expect(mailHistory).toHaveLength(1);
    await expect.poll(async () => (await details()).mailHistory[0]!.state, { timeout: 60_000 }).toMatch(/sent|unknown/);

    await callApi(desk, 'PUT', '/admin/move-order-status', token, { orderId, updatingStatus: 'Completed' });
    await crash();
    expect((await details()).process_status).toBe('Completed');

    // And the counts still equal the lists.
    const counts = (await callApi(desk, 'GET', '/admin/get-folder-count', token)).data as Record<string, number>;
    const completed = await callApi(desk, 'GET', '/admin/get-orders-list/completedOrder?page=1&limit=10', token);
    expect(counts.completedOrdersCount).toBe(completed.total);
  } finally {
    expect(await desk.stop()).toBe(0);
  }
});

test('an action on a whole folder goes on after SIGKILL, and does no order twice', async () => {
  test.setTimeout(240_000);
  // Given 3,000 orders of which a member moves every one that is completed
  const desk = await startDesk({ DEMO_ORDERS: '3000' });
  try {
    const { jwtToken: token } = await callApi(desk, 'POST', '/admin/admin-login', null, {
      email: 'admin@demo.test',
      password: 'arrival-desk',
    });
    const counts = async () =>
      (await callApi(desk, 'GET', '/admin/get-folder-count', token)).data as Record<string, number>;
    const before = await counts();
    const total = before.completedOrdersCount!;
    const { jobId } = (
      await callApi(desk, 'PUT', '/admin/move-order-status', token, {
        folderName: 'completedOrder',
        updatingStatus: 'Awaiting',
      })
    ).data as { jobId: string };
    const progress = async () =>
      (await callApi(desk, 'GET', `/admin/bulk/${jobId}`, token)).data as {
        state: string;
        done: number;
        refused: number;
        actionId: string | null;
      };

    // When the process is killed in the middle of it
    let done = 0;
    while (done === 0) ({ done } = await progress());
    expect(done).toBeLessThan(total);
    await desk.kill();
    await desk.restart();

    // Then the rest is done too, each order once, and Undo brings all of them back
    await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('done');
    expect(await progress()).toMatchObject({ done: total, refused: 0 });
    expect(await counts()).toMatchObject({
      completedOrdersCount: 0,
      awaitingOrdersCount: before.awaitingOrdersCount! + total,
    });
    await callApi(desk, 'POST', '/admin/undo', token, { actionId: (await progress()).actionId! });
    await expect.poll(counts, { timeout: 60_000 }).toEqual(before);
  } finally {
    expect(await desk.stop()).toBe(0);
  }
});
