import { readFile } from 'node:fs/promises';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { packPdf } from '../api/defence-packs/packRoutes.ts';
import { demoPdf } from '../api/demo/demoPdf.ts';
import { requestProduct, callOrThrow, signInTo } from '../api/testing/callProduct.ts';
import { manyRecords, packSourcesOf } from '../api/testing/packSourcesOf.ts';
import { withBenchDatabase, withDesk } from './desk.ts';
import { figures, residentMemory, sampleTogether, timed, timeLine, type Line } from './measure.ts';

const document = { contentType: 'application/pdf', bytes: demoPdf(['New Zealand Travel Declaration', 'Order 100128']) };

export async function packs(): Promise<Line[]> {
  const making = await ofMaking();
  const embedded = await besideLists('embedded', {});
  const postgres = await withBenchDatabase((url) => besideLists('PostgreSQL', { DATABASE_URL: url }));
  return [...making, ...embedded, ...postgres];
}

async function ofMaking(): Promise<Line[]> {
  const many = manyRecords(100, 500);
  const cold = figures([await timed(() => packPdf(packSourcesOf(1), document))]);
  const things = {
    'Pack 1, ordinary': () => packPdf(packSourcesOf(1), document),
    'Pack 2, ordinary': () => packPdf(packSourcesOf(2), document),
    'Pack 1, 100 emails and 500 downloads': () => packPdf(packSourcesOf(1, many), document),
    'Pack 2, 100 emails and 500 downloads': () => packPdf(packSourcesOf(2, many), document),
  };
  const found = await sampleTogether<keyof typeof things>(30, things);
  const aims = ['≤ 60 ms', '≤ 60 ms', '≤ 300 ms', '≤ 300 ms'];
  return [
    timeLine('The first pack, including the start of the rendering process', cold, '≤ 1 s'),
    ...Object.entries(found).map(([name, times], index) => timeLine(name, times, aims[index])),
    { what: 'Memory of the process that renders packs', figure: `${await childMegabytes()} MB`, aim: '≤ 512 MB' },
  ];
}

async function childMegabytes(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const residentBytes = await Promise.all(
    children
      .trim()
      .split(' ')
      .map((pid) => residentMemory(Number(pid))),
  );
  return residentBytes.reduce((sum, { now }) => sum + now, 0);
}

const atOnce = 20;
const rounds = 5;

async function besideLists(driver: string, settings: Record<string, string>): Promise<Line[]> {
  return withDesk({ ...settings, DEMO_ORDERS: '2000' }, async (desk) => {
    const token = await signInTo(desk.staff);
    const { data } = await callOrThrow(desk.staff, defencePackCalls.disputes, { limit: 20 }, { token });
    const make = async (index: number) => {
      const orderId = data[index % data.length]!.order_id;
      const defencePackType = (index % 2) + 1;
      const answer = await requestProduct(
        desk.staff,
        defencePackCalls.packPdf,
        { orderId, defencePackType },
        { token },
      );
      if (!answer.ok) throw new Error(`The pack of ${orderId}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    const list = () => callOrThrow(desk.staff, folderCalls.list, { orderName: 'completedOrder' }, { token });
    const { one } = await sampleTogether(20, { one: () => make(0) });
    const listTimes: number[] = [];
    const packsTook: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      let isOver = false;
      const made = Promise.all(Array.from({ length: atOnce }, (_, index) => make(index))).then(() => (isOver = true));
      while (!isOver) listTimes.push(await timed(list));
      await made;
      packsTook.push(performance.now() - began);
    }
    return [
      timeLine(`A pack through the API (${driver})`, one),
      timeLine(`${atOnce} packs requested at once, until the last arrives (${driver})`, figures(packsTook)),
      timeLine(
        `Loading a list page while ${atOnce} packs are being made (${driver})`,
        figures(listTimes),
        'p95 ≤ 10 ms',
      ),
    ];
  });
}
