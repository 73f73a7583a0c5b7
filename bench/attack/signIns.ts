/** A flood of wrong sign-ins, each of which costs an Argon2: what everybody else notices of it. */
import { orderCalls } from 'shared/api/orderCalls';
import { startDesk, type Desk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import { timeLine, type Line } from '../report.ts';
import { underFlood } from './underFlood.ts';

const oneAddress = new URL('./signInsOfOneAddress.ts', import.meta.url);
const manyAddresses = new URL('./signInsOfManyAddresses.ts', import.meta.url);
const me = { email: 'team@demo.test', password: 'arrival-desk' };

export async function signIns(): Promise<Line[]> {
  const desk = await startDesk({ TRUST_PROXY: '1' });
  try {
    const list = (await deskCaller(desk))(orderCalls.list, { orderName: 'newOrder' });
    const stranger = () => signIn(desk, '');
    const mark = (await stranger()).headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const known = () => signIn(desk, mark);

    const lines: Line[] = [];
    const measure = async (
      what: string,
      flood: URL | null,
      bystander: () => Promise<unknown>,
      aim?: string,
      count?: number,
    ) => {
      const { times, saw } = await underFlood(desk, flood, bystander, { count });
      const line = timeLine(what, times, aim);
      lines.push(flood ? { ...line, spread: `${line.spread}; the flood saw ${JSON.stringify(saw)}` } : line);
    };
    await measure('List page, quiet', null, list);
    await measure('Sign-in, quiet', null, stranger, undefined, 30);
    await measure('List page, while one address sends 1,000 wrong sign-ins at once', oneAddress, list, 'p95 ≤ 50 ms');
    await measure("Somebody else's sign-in meanwhile", oneAddress, stranger, 'max ≤ 1 s', 30);
    await measure('List page, while they come from ever new addresses', manyAddresses, list, 'p95 ≤ 50 ms');
    await measure('The sign-in of a browser that is known, meanwhile', manyAddresses, known, 'max ≤ 1 s', 30);
    return lines;
  } finally {
    await desk.stop();
  }
}

async function signIn(desk: Desk, cookie: string): Promise<Response> {
  const answer = await fetch(`${desk.staff}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify(me),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${text}`);
  return answer;
}
