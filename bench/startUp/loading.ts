/** Pages opened by their address, with an empty cache and again, turn by turn with the plain list. */
import type { Page } from '@playwright/test';
import { figures } from '../measure.ts';
import { ratioLine, timeLine, type Line } from '../report.ts';
import type { Visit } from './visit.ts';
import { runs } from './runs.ts';
import { newVisitor, sessionOn, type Conditions, type Session } from './visitors.ts';
import { firstSeen, type Thing } from './watchFrames.ts';

const slow: Conditions = { roundTrip: 40, slower: 4 };

export async function loading(visit: Visit): Promise<Line[]> {
  const here = await measure(visit);
  const away = await measure(visit, slow);
  const slowly = `${slow.roundTrip} ms round trips, ${slow.slower} × slower CPU`;
  return [
    ...listLines('', here, { cold: '≤ 450 ms', again: '≤ 200 ms' }),
    timeLine('An order’s address, reloaded, to its head', figures(here.orderAgain), '≤ 200 ms'),
    timeLine('Sign-in, cold, to a form that React listens to', figures(here.signIn), '≤ 250 ms'),
    ...listLines(` (${slowly})`, away, { cold: '≤ 1.5 s', again: '≤ 700 ms' }),
    timeLine(`An order’s address, reloaded, to its head (${slowly})`, figures(away.orderAgain)),
    timeLine(`Sign-in, cold, to a form that React listens to (${slowly})`, figures(away.signIn)),
  ];
}

type Times = Awaited<ReturnType<typeof measure>>;

function listLines(where: string, times: Times, aims: { cold: string; again: string }): Line[] {
  const [cold, again] = [figures(times.listCold), figures(times.listAgain)];
  const [plainCold, plainAgain] = [figures(times.plainCold), figures(times.plainAgain)];
  return [
    timeLine(`A list, cold, to its first row${where}`, cold, aims.cold),
    timeLine(`The floor: as one plain bundle, cold${where}`, plainCold),
    ratioLine(`A list, cold, to its floor${where}`, cold, plainCold),
    timeLine(`A list, reloaded, to its first row${where}`, again, aims.again),
    timeLine(`The floor: as one plain bundle, reloaded${where}`, plainAgain),
    ratioLine(`A list, reloaded, to its floor${where}`, again, plainAgain),
  ];
}

async function measure({ browser, session, places }: Visit, conditions?: Conditions) {
  const times = {
    listCold: [] as number[],
    listAgain: [] as number[],
    plainCold: [] as number[],
    plainAgain: [] as number[],
    orderAgain: [] as number[],
    signIn: [] as number[],
  };
  const coldAndAgain = (address: string, thing: Thing, as: Session) =>
    newVisitor(browser, { session: as, conditions }, async (page) => {
      const cold = await open(page, address, thing);
      return { cold, again: await reload(page, thing) };
    });
  for (let run = -1; run < runs; run += 1) {
    const list = await coldAndAgain(places.list, 'row', session);
    const plain = await coldAndAgain(places.plainList, 'row', sessionOn(places.plainList, session));
    const order = await coldAndAgain(places.order, 'order', session);
    const signIn = await newVisitor(browser, { conditions }, (page) => open(page, places.signIn, 'form'));
    if (run < 0) continue;
    times.listCold.push(list.cold);
    times.listAgain.push(list.again);
    times.plainCold.push(plain.cold);
    times.plainAgain.push(plain.again);
    times.orderAgain.push(order.again);
    times.signIn.push(signIn);
  }
  return times;
}

async function open(page: Page, address: string, thing: Thing): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return firstSeen(page, thing);
}

/** Once the page rests: somebody who reloads has looked at it, and it has loaded ahead what it will. */
async function reload(page: Page, thing: Thing): Promise<number> {
  await page.waitForLoadState('networkidle');
  await page.reload({ waitUntil: 'commit' });
  return firstSeen(page, thing);
}
