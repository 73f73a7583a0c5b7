import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import { readSession } from '../http/session.ts';
import { readFileGrant, type FileGrant } from '../signing/fileGrant.ts';

interface AskedFile {
  file1: string;
  /** Of the address: a browser may send anything. */
  grant: unknown;
  authorization: string | undefined;
}

/**
 * Who may fetch a document (rules 11.8, 11.9): whoever has a grant for this very file, and on the staff origin a
 * session. Answers the grant, null for a session; throws a 401.
 */
export async function mayFetchDocument(
  desk: Desk,
  origin: 'staff' | 'public',
  { file1, grant, authorization }: AskedFile,
): Promise<FileGrant | null> {
  if (typeof grant === 'string') {
    const read = await readFileGrant(desk.secret, grant);
    if (read?.file1 === file1) return read;
    throw new Refusal(401, 'This link has expired. Open the page again for a new one.');
  }
  if (origin === 'public') throw new Refusal(401, 'This link is not complete. Open the page again for a new one.');
  await readSession(desk, authorization);
  return null;
}
