import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { writeDurably } from '../../documents/storage/writeDurably.ts';
import { composeMail } from '../composeMail.ts';
import type { MailProvider } from './MailProvider.ts';

/**
 * The provider without credentials: each mail becomes one `.eml` file of the outbox folder. The same mail always gets
 * the same file, so writing it again after a crash sends nothing twice.
 */
export function outboxProvider(folder: string): MailProvider {
  return {
    repeatable: true,
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${mail.orderId}-${mail.mailId}.eml`);
      await writeDurably(`${file}.part`, Readable.from([await composeMail(mail)]));
      await rename(`${file}.part`, file);
      return { messageId: null };
    },
  };
}
