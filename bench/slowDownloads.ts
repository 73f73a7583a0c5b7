/** What 1,000 customers on a bad network cost at once: the API's memory, and the page of a list that staff wait for. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { customerCalls } from 'shared/api/customerCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { mustCall, signInTo } from '../api/testing/callProduct.ts';
import { pdfOf } from '../api/testing/pdfOf.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { forgetPeak, residentMemory } from './attack/residentMemory.ts';
import { underFlood } from './attack/underFlood.ts';
import { deskCaller, type Caller } from './deskCaller.ts';
import { bytesASecond, readers } from './downloads/slowReaders.ts';
import { timeLine, type Line } from './report.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const files = 20;
/** Bytes: more than sockets hold between them, so that nobody is done early. */
const size = 8_000_000;
const orders = 1_000;
const during = { count: 400, leastMs: 40_000, warmUpMs: 15_000 };

export async function slowDownloads(): Promise<Line[]> {
  const postgres = await withBenchDatabase(
    (databaseUrl) => onDriver('PostgreSQL', { DATABASE_URL: databaseUrl }, '≤ 300 MB'),
    [{ what: 'PostgreSQL', figure: 'none was there' }],
  );
  return [...postgres, ...(await onDriver('embedded', {}))];
}

async function onDriver(driver: string, settings: Record<string, string>, aim?: string): Promise<Line[]> {
  const desk = await startDesk({ ...settings, DEMO_ORDERS: String(orders) });
  try {
    const call = await deskCaller(desk);
    const addresses = path.join(desk.dataDir, 'addresses.json');
    await writeFile(addresses, JSON.stringify(await beginDownloads(desk, call)));
    const list = call(orderCalls.list, { orderName: 'newOrder' });
    const quiet = await underFlood(desk, null, list, { ...during, leastMs: 10_000 });
    const before = await residentMemory(desk.pid);
    await forgetPeak(desk.pid);
    const flood = new URL('./downloads/slowReaders.ts', import.meta.url);
    flood.searchParams.set('addresses', addresses);
    const busy = await underFlood(desk, flood, list, during);
    const { now, peak } = await residentMemory(desk.pid);
    const after = await underFlood(desk, null, list, { ...during, leastMs: 10_000, warmUpMs: 2_000 });
    const { held, refused, bytes } = busy.saw;
    const what = `${readers.toLocaleString('en')} downloads at ${bytesASecond / 1024} KB/s`;
    const at = `${orders.toLocaleString('en')} orders, ${driver}`;
    return [
      {
        what: `Memory of the API while ${what} go on (${driver})`,
        figure: `${peak} MB`,
        spread: `the most; ${before.now} MB before, ${now} MB at the end; ${held} at it then, ${refused} refused, each with ${bytes?.toLocaleString('en')} bytes`,
        ...(aim && { aim }),
      },
      timeLine(`New Orders, first page, without downloads (${at})`, quiet.times),
      timeLine(`New Orders, first page, meanwhile (${at})`, busy.times, 'p95 ≤ 10 ms'),
      timeLine(`New Orders, first page, after them (${at})`, after.times),
    ];
  } finally {
    await desk.stop();
  }
}

/** Uploads documents, and begins a download of each as its customer does: their addresses. */
async function beginDownloads(desk: Desk, call: Caller): Promise<string[]> {
  const token = await signInTo(desk.staff);
  const { data } = await call(orderCalls.list, { orderName: 'completedOrder', limit: files })();
  const addresses: string[] = [];
  for (const { order_id: orderId, email } of data) {
    const uploadVisaDoc = new File([pdfOf({ size, mark: orderId })], 'declaration.pdf');
    const input = { orderId, email, mailServiceProvider: 'AWS', uploadVisaDoc, confirmed: 'Y' } as const;
    const { file1 } = (await mustCall(desk.staff, documentCalls.upload, input, { token })).data;
    const customer = (await mustCall(desk.customers, customerCalls.track, { orderId, email })).data;
    const asked = { orderId, customername: 'customer', file1 } as const;
    const begun = await mustCall(desk.customers, customerCalls.downloadDocument, asked, customer);
    addresses.push(begun.data.address);
  }
  return addresses;
}
