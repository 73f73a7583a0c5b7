/** What everybody else notices while one address attacks, and how long it takes to get well again. */
import { bodies } from './attack/bodies.ts';
import { databaseAway } from './attack/databaseAway.ts';
import { downloads } from './attack/downloads.ts';
import { everyRoute } from './attack/everyRoute.ts';
import { requestFloods } from './attack/floods.ts';
import { mail } from './attack/mail.ts';
import { mailMemory } from './attack/mailMemory.ts';
import { memory } from './attack/memory.ts';
import { signIns } from './attack/signIns.ts';
import { table, type Line } from './report.ts';

const parts: Record<string, () => Promise<Line[]>> = {
  floods: requestFloods,
  bodies,
  'every route': everyRoute,
  'sign-ins': signIns,
  downloads,
  mail,
  'mail memory': mailMemory,
  'database away': databaseAway,
  memory,
};

export async function attack(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, part] of Object.entries(parts)) {
    console.log(`  ${name} …`);
    const found = await part();
    console.log(table(found));
    lines.push(...found);
  }
  return lines;
}
