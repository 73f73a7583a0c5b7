/** A SIGKILL at any moment of an order's journey loses nothing that was acknowledged. */
import { expect, test } from '@playwright/test';
import type { Call, CallInput } from 'shared/api/call';
import { documentCalls } from 'shared/api/documentCalls';
import { bulkCalls } from 'shared/api/bulkCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { callOrThrow, signInTo } from '../../api/testing/callProduct.ts';
import { memberOf } from '../pages/callApi.ts';
import { makePdf } from '../pages/makePdf.ts';
import { startDesk } from '../startDesk.ts';

test('after each kind of change, changes acknowledged before a SIGKILL exist after the next start', async () => {
  test.setTimeout(360_000);
  const desk = await startDesk({ DEMO_ORDERS: '40' }, { prepared: true });
  const crash = async () => {
    await desk.kill();
    await desk.restart();
  };
  try {
    const token = await signInTo(desk.staff);
    const call = <C extends Call>(what: C, input: CallInput<C>) => callOrThrow(desk.staff, what, input, { token });
    const list = await call(folderCalls.list, { orderName: 'newOrder' });
    const orderId = list.data[0]!.order_id;
    await call(orderCalls.assign, { orderId, assignto: 'Ada Admin' });
    await crash();
    // The calls below succeed only if the session survived the crash.
    const details = async () => (await call(orderCalls.details, { orderId })).data;
    expect((await details()).assign_to).toBe('Ada Admin');

    await call(orderCalls.addRemark, { orderId, remark: 'Kept through the crash' });
    const pdf = makePdf();
    const uploadVisaDoc = new File([new Uint8Array(pdf)], 'declaration.pdf', { type: 'application/pdf' });
    const { email } = await details();
    const document = { orderId, email, mailServiceProvider: 'AWS', uploadVisaDoc } as const;
    await call(documentCalls.upload, document);
    await crash();
    const { remarks, uploadDoc, mailHistory } = await details();
    expect(remarks[0]!.remark).toBe('Kept through the crash');
    const file = await fetch(`${desk.staff}/uploads/visaDocs/${uploadDoc[0]!.file1}`, {
      headers: { Authorization: token },
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
    expect(mailHistory).toHaveLength(1);
    await expect.poll(async () => (await details()).mailHistory[0]!.state, { timeout: 60_000 }).toMatch(/sent|unknown/);

    await call(orderCalls.move, { orderId, updatingStatus: 'Completed' });
    await crash();
    expect((await details()).process_status).toBe('Completed');

    // And the folder's count still matches its list
    const counts = (await call(folderCalls.folderCounts, {})).data;
    const completed = await call(folderCalls.list, { orderName: 'completedOrder' });
    expect(counts.completedOrdersCount).toBe(completed.total);
  } finally {
    expect(await desk.stop()).toBe(0);
  }
});

test('an action on a whole folder continues after a SIGKILL, and changes each order once', async () => {
  test.setTimeout(360_000);
  // Given 6,000 orders, and a member who moves all completed ones
  const desk = await startDesk({ DEMO_ORDERS: '6000' }, { prepared: true });
  try {
    const call = await memberOf(desk, 'Admin');
    const counts = async () => (await call(folderCalls.folderCounts, {})).data;
    const before = await counts();
    const total = before.completedOrdersCount;
    const asked = await call(orderCalls.move, { folderName: 'completedOrder', updatingStatus: 'Awaiting' });
    const jobId = asked.data.jobId!;
    const progress = async () => (await call(bulkCalls.bulkProgress, { jobId })).data;

    // When the process is killed in the middle of that action
    let done = 0;
    while (done === 0) ({ done } = await progress());
    expect(done).toBeLessThan(total);
    await desk.kill();
    await desk.restart();

    // Then the remaining orders are moved too, each once, and Undo moves them all back
    await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('done');
    expect(await progress()).toMatchObject({ done: total, refused: 0 });
    expect(await counts()).toMatchObject({
      completedOrdersCount: 0,
      awaitingOrdersCount: before.awaitingOrdersCount + total,
    });
    await call(orderCalls.undo, { actionId: (await progress()).actionId! });
    await expect.poll(counts, { timeout: 60_000 }).toEqual(before);
  } finally {
    expect(await desk.stop()).toBe(0);
  }
});
