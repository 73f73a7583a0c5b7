import MailComposer from 'nodemailer/lib/mail-composer';
import type { RenderedMail } from './MailProvider.ts';

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
    // Content is never a path or URL, so the library must not read any.
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
