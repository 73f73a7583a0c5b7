import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import { writeDurably } from '../../storage/diskStorage.ts';
import { composeMail } from './composeMail.ts';
import type { MailProvider, ReadyMail } from './MailProvider.ts';

/** So many files are waited for at once: a disk takes about as long for four as for one. */
const writtenAtOnce = 4;

/**
 * The provider without credentials: each mail becomes one `.eml` file of the outbox folder. The same mail always gets
 * the same file, so writing it again after a crash sends nothing twice.
 */
export function outboxProvider(folder: string): MailProvider {
  const queue = new PQueue({ concurrency: writtenAtOnce });
  return {
    repeatable: true,
    paced: false,
    // Streams a document while it writes: an interrupted write is simply repeated.
    prepare: async (mail) => () => queue.add(() => write(folder, mail)),
  };
}

async function write(folder: string, mail: ReadyMail) {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${mail.orderId ?? 'team'}-${mail.mailId}.eml`);
  await writeDurably(`${file}.part`, await composeMail(mail));
  await rename(`${file}.part`, file);
  // The name is safe only when the folder is, too.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
  return { messageId: null };
}
