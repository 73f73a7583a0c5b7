import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { syncFolder, writeAndSync } from '../../storage/diskStorage.ts';
import { type MailProvider, composeMail } from './MailProvider.ts';

const writeConcurrency = 4;

/** Derives the file name from the mail, so that a repeated write after a crash overwrites the same file. */
export function outboxProvider(folder: string): MailProvider {
  const queue = new PQueue({ concurrency: writeConcurrency });
  return {
    repeatable: true,
    prepare: async (mail) => () =>
      queue.add(async () => {
        await mkdir(folder, { recursive: true });
        const file = path.join(folder, `${mail.orderId ?? 'team'}-${mail.mailId}.eml`);
        await writeAndSync(`${file}.part`, Readable.from([await composeMail(mail)]));
        await rename(`${file}.part`, file);
        await syncFolder(folder);
        return { messageId: null };
      }),
  };
}
