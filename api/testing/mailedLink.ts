import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { settled } from './settled.ts';

/** The newest mail to a member in the outbox once there are so many, and the token of its link. */
export async function mailedLink(dataDir: string, mails: number): Promise<{ mail: string; token: string }> {
  const outbox = path.join(dataDir, 'outbox');
  const list = async () =>
    (await readdir(outbox).catch(() => [] as string[])).filter((name) => /^team-\d+\.eml$/.test(name));
  const names = await settled(list, (found) => found.length >= mails);
  const newest = names.toSorted((a, b) => Number(a.match(/\d+/)![0]) - Number(b.match(/\d+/)![0])).at(-1)!;
  const raw = await readFile(path.join(outbox, newest), 'utf8');
  // Quoted-printable: lines are broken, and a few characters are written by their number.
  const mail = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { mail, token: /choose-password#([\w-]{43})/.exec(mail)![1]! };
}
