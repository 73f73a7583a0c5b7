import MailComposer from 'nodemailer/lib/mail-composer';
import type { RenderedMail } from './MailProvider.ts';

/** The MIME message. */
export function composeMail(mail: RenderedMail): Promise<Buffer> {
  const { from, to, replyTo, messageId, subject, text, html, attachment } = mail;
  const composer = new MailComposer({
    from,
    to,
    replyTo,
    messageId,
    subject,
    text,
    html,
    // All content is given as bytes, never as a file or URL.
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
