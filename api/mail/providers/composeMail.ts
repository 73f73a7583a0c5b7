import type { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { ReadyMail } from './MailProvider.ts';

/**
 * The whole mail as it goes over the wire: headers, text, HTML and attachment, which is read as the mail is. Who does not
 * read to the end must destroy it.
 */
export async function composeMail(mail: ReadyMail): Promise<Readable> {
  const { from, to, replyTo, messageId, subject, text, html, attachment } = mail;
  const content = attachment && (await attachment.open());
  const composer = new MailComposer({
    from,
    to,
    replyTo,
    messageId,
    subject,
    text,
    html,
    // Nothing in a mail is ever read from a file or an address: whatever stands in it was given as bytes.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(content && {
      attachments: [{ filename: attachment.fileName, contentType: attachment.contentType, content }],
    }),
  });
  return composer.compile().createReadStream();
}
