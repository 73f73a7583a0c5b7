import MailComposer from 'nodemailer/lib/mail-composer';
import type { ReadyMail } from './providers/MailProvider.ts';

/** The whole mail as it goes over the wire: headers, text, HTML and attachment. */
export function composeMail(mail: ReadyMail): Promise<Buffer> {
  const { from, to, replyTo, messageId, subject, text, html, attachment } = mail;
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
    ...(attachment && {
      attachments: [
        { filename: attachment.fileName, contentType: attachment.contentType, content: attachment.content },
      ],
    }),
  });
  return composer.compile().build();
}
