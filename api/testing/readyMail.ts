import { Readable } from 'node:stream';
import type { MailProvider, ReadyMail } from '../mail/providers/MailProvider.ts';

/** A mail ready to go, for the tests of those who send it. */
export const readyMail: ReadyMail = {
  mailId: 42,
  orderId: '100471',
  from: 'Travel Declaration <no-reply@example.com>',
  to: 'siobhan@example.com',
  replyTo: '100471@example.com',
  messageId: '<one@example.com>',
  subject: 'Your New Zealand travel declaration is ready, order 100471',
  html: '<p>Hello Siobhán</p>',
  text: 'Hello Siobhán',
  attachment: {
    fileName: 'Travel declaration 100471.pdf',
    contentType: 'application/pdf',
    open: async () => Readable.from([Buffer.from('%PDF-1.7')], { objectMode: false }),
  },
};

/** Its document stops coming in the middle. */
export const brokenMail: ReadyMail = {
  ...readyMail,
  attachment: {
    ...readyMail.attachment!,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('%PDF-1.7');
          throw new Error('the disk broke');
        })(),
        { objectMode: false },
      ),
  },
};

export const sendBy = async (provider: MailProvider) => (await provider.prepare(readyMail))();
