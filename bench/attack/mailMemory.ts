import { setTimeout } from 'node:timers/promises';
import type { MailServiceProvider } from 'shared/api/fields';
import { orderCalls } from 'shared/api/orderCalls';
import { wireServer } from '../../api/testing/wireServer.ts';
import { startDesk } from '../../e2e/startDesk.ts';
import { deskCaller, type Caller } from '../deskCaller.ts';
import type { Line } from '../report.ts';
import { forgetPeak, residentMemory } from './residentMemory.ts';
import { completedOrders, megabytes, uploader, uploads } from './uploads.ts';

/** What the process holds at most while 20 documents of 20 MB are uploaded at once and go out by mail. */
export async function mailMemory(): Promise<Line[]> {
  // Answers like a provider far away, so that the mails are under way for a while.
  const provider = await wireServer(async () => {
    await setTimeout(500);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"MessageId":"taken"}' };
  });
  const ses = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_ENDPOINT: provider.endpoint,
  };
  try {
    return [
      ...(await uploading('the outbox', 'AWS', {})),
      ...(await uploading('Amazon SES', 'AWS', ses)),
      ...(await uploading('Sendgrid', 'Sendgrid', { SENDGRID_API_KEY: 'key', SENDGRID_ENDPOINT: provider.endpoint })),
    ];
  } finally {
    await provider.close();
  }
}

async function uploading(
  where: string,
  provider: MailServiceProvider,
  settings: Record<string, string>,
): Promise<Line[]> {
  const desk = await startDesk({ DEMO_ORDERS: '200', ...settings });
  try {
    const call = await deskCaller(desk);
    const upload = await uploader(desk, provider);
    const fresh = await residentMemory(desk.pid);
    const orderIds = await completedOrders(call);
    await forgetPeak(desk.pid);
    await Promise.all(orderIds.map(upload));
    for (const end = Date.now() + 40_000; Date.now() < end && (await waiting(call, orderIds));) await setTimeout(250);
    const left = await waiting(call, orderIds);
    const { peak, now } = await residentMemory(desk.pid);
    return [
      {
        what: `Memory, ${uploads} uploads of ${megabytes} MB under way by ${where}`,
        figure: `${peak} MB`,
        spread: `${fresh.now} MB before, ${now} MB after, ${uploads - left} of ${uploads} sent`,
        aim: 'four mails with attachments at once',
      },
    ];
  } finally {
    await desk.stop();
  }
}

/** How many of the orders have a mail that waits. */
async function waiting(call: Caller, orderIds: readonly string[]): Promise<number> {
  let count = 0;
  for (const orderId of orderIds) {
    const { data } = await call(orderCalls.details, { orderId })();
    if (data.mailHistory.some(({ state }) => state === 'queued')) count += 1;
  }
  return count;
}
