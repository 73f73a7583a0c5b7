/**
 * Defence packs: an ordinary one, one of 100 e-mails and 500 downloads, and the first of a cold process, beside an invoice,
 * which is the same work for one page; how large they are, what their process holds; and a list's page while 20 packs are
 * made, beside the same with nothing else going on.
 */
import { readFile } from 'node:fs/promises';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { packPdf } from '../api/defence-packs/packRoutes.ts';
import { demoPdf } from '../api/demo/demoPdf.ts';
import { invoiceContent, invoicePdf } from '../api/invoices/invoicePdf.ts';
import { askProduct, mustCall, signInTo } from '../api/testing/callProduct.ts';
import { manyRecords, packOrder, packSourcesOf } from '../api/testing/packSourcesOf.ts';
import { startDesk } from '../e2e/startDesk.ts';
import { withBenchDatabase } from './desk.ts';
import { figures, residentMemory, sampleTogether } from './measure.ts';
import { timeLine, type Line } from './report.ts';

const document = { contentType: 'application/pdf', bytes: demoPdf(['New Zealand Travel Declaration', 'Order 100128']) };

export async function packs(): Promise<Line[]> {
  const making = await ofMaking();
  const embedded = await besideLists('embedded', {});
  const postgres = await withBenchDatabase(
    (databaseUrl) => besideLists('PostgreSQL', { DATABASE_URL: databaseUrl }),
    [],
  );
  return [...making, ...embedded, ...postgres];
}

async function ofMaking(): Promise<Line[]> {
  const many = manyRecords(100, 500);
  const began = performance.now();
  await packPdf(packSourcesOf(1), document);
  const cold = figures([performance.now() - began]);
  const paidAt = packOrder.paidAt!;
  const invoice = invoiceContent(
    { ...packOrder, paidAt, amount: '79.00', currency: 'NZD' },
    { number: 1_001, at: paidAt },
  );
  const things = {
    'Pack 1, ordinary': () => packPdf(packSourcesOf(1), document),
    'Pack 2, ordinary': () => packPdf(packSourcesOf(2), document),
    'Pack 1, 100 e-mails and 500 downloads': () => packPdf(packSourcesOf(1, many), document),
    'Pack 2, 100 e-mails and 500 downloads': () => packPdf(packSourcesOf(2, many), document),
    'An invoice, the floor': () => invoicePdf(invoice),
  };
  const found = await sampleTogether<keyof typeof things>(30, things);
  const aims = ['≤ 60 ms', '≤ 60 ms', '≤ 300 ms', '≤ 300 ms'];
  const sizes: Line[] = [];
  for (const [name, make] of Object.entries(things).slice(0, 4)) {
    const { bytes, pages } = (await make()) as Awaited<ReturnType<typeof packPdf>>;
    sizes.push({
      what: `${name}: size`,
      figure: `${Math.ceil(bytes.length / 1024)} KB, ${pages} pages`,
      aim: '≤ 2 MB, 20 pages',
    });
  }
  return [
    timeLine('The first pack, with its process', cold, '≤ 1 s'),
    ...Object.entries(found).map(([name, told], index) => timeLine(name, told, aims[index])),
    ...sizes,
    { what: 'Memory of the process that makes them', figure: `${await childMegabytes()} MB`, aim: '≤ 512 MB' },
  ];
}

/** What the processes that this one began hold, in MB. */
async function childMegabytes(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const held = await Promise.all(
    children
      .trim()
      .split(' ')
      .map((pid) => residentMemory(Number(pid))),
  );
  return held.reduce((sum, { now }) => sum + now, 0);
}

const atOnce = 20;
const rounds = 5;

async function besideLists(driver: string, settings: Record<string, string>): Promise<Line[]> {
  const desk = await startDesk({ ...settings, DEMO_ORDERS: '2000' });
  try {
    const token = await signInTo(desk.staff);
    const { data } = await mustCall(desk.staff, defencePackCalls.disputes, { limit: 20 }, { token });
    const make = async (index: number) => {
      const orderId = data[index % data.length]!.order_id;
      const defencePackType = (index % 2) + 1;
      const answer = await askProduct(desk.staff, defencePackCalls.packPdf, { orderId, defencePackType }, { token });
      if (!answer.ok) throw new Error(`The pack of ${orderId}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    const list = () => mustCall(desk.staff, orderCalls.list, { orderName: 'completedOrder' }, { token });
    const one = await sampleTogether(20, { one: () => make(0), list });
    const alone = await sampleTogether(300, { list });
    const beside: number[] = [];
    const packsTook: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      let isOver = false;
      const made = Promise.all(Array.from({ length: atOnce }, (_, index) => make(index))).then(() => (isOver = true));
      while (!isOver) {
        const asked = performance.now();
        await list();
        beside.push(performance.now() - asked);
      }
      await made;
      packsTook.push(performance.now() - began);
    }
    return [
      timeLine(`A pack through the API (${driver})`, one.one),
      timeLine(`${atOnce} packs asked for at once, until the last is there (${driver})`, figures(packsTook)),
      timeLine(`A list's page while ${atOnce} packs are made (${driver})`, figures(beside), 'p95 ≤ 10 ms'),
      timeLine(`The same with nothing else going on, the floor (${driver})`, alone.list),
    ];
  } finally {
    await desk.stop();
  }
}
