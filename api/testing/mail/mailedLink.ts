import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pollUntil } from '../pollUntil.ts';

/** Waits for this many mails with a link in the outbox. Returns the newest and its token. */
export async function mailedLink(dataDir: string, mails: number): Promise<{ mail: string; token: string }> {
  const outbox = path.join(dataDir, 'outbox');
  const list = async () => {
    const names = (await readdir(outbox).catch(() => [] as string[])).filter((name) => /^team-\d+\.eml$/.test(name));
    const inOrder = names.toSorted((a, b) => Number(a.match(/\d+/)![0]) - Number(b.match(/\d+/)![0]));
    const letters = await Promise.all(inOrder.map((name) => readFile(path.join(outbox, name), 'utf8')));
    return letters.map(decoded).filter((mail) => link.test(mail));
  };
  const mail = (await pollUntil(list, (found) => found.length >= mails)).at(-1)!;
  return { mail, token: link.exec(mail)![1]! };
}

const link = /choose-password#([\w-]{43})/;

/** Decodes quoted-printable. */
const decoded = (raw: string) =>
  raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
