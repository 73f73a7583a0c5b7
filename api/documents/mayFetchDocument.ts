import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import { readSession } from '../http/session.ts';
import { readFileGrant, readGrantToGoOn, type FileGrant } from '../signing/fileGrant.ts';
import { goesOnWithDownload, type AskedPart } from './goesOnWithDownload.ts';

interface AskedFile extends AskedPart {
  /** Of the address: a browser may send anything. */
  grant: unknown;
}

/**
 * Who may fetch a document (rules 11.8, 11.9): whoever has a grant for this very file, and on the staff origin a
 * session. A grant that has expired is good for what it began (rules 11.20). Answers the grant, null for a session; throws a 401.
 */
export async function mayFetchDocument(
  desk: Desk,
  origin: 'staff' | 'public',
  { grant, ...asked }: AskedFile,
): Promise<FileGrant | null> {
  if (typeof grant === 'string') {
    const read = await readFileGrant(desk.secret, grant);
    if (read?.file1 === asked.file1) return read;
    const ended = await readGrantToGoOn(desk.secret, grant);
    if (ended?.file1 === asked.file1 && (await goesOnWithDownload(desk.database.db, ended, asked))) return ended;
    throw linkExpired();
  }
  if (origin === 'public') throw new Refusal(401, 'This link is not complete. Open the page again for a new one.');
  await readSession(desk, asked.headers.authorization);
  return null;
}

export const linkExpired = () => new Refusal(401, 'This link has expired. Open the page again for a new one.');
