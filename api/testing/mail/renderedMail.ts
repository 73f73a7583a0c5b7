import type { MailProvider, RenderedMail } from '../../mail/providers/MailProvider.ts';

export const renderedMail: RenderedMail = {
  mailId: 42,
  orderId: '100471',
  from: 'Travel Declaration <no-reply@example.com>',
  to: 'siobhan@example.com',
  replyTo: '100471@example.com',
  messageId: '<one@example.com>',
  subject: 'Your New Zealand travel declaration is ready (order 100471)',
  html: '<p>Hello Siobhán</p>',
  text: 'Hello Siobhán',
  attachment: {
    filename: 'Travel declaration 100471.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF-1.7'),
  },
};

export const sendBy = async (provider: MailProvider) => (await provider.prepare(renderedMail))();
