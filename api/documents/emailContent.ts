import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import { asOneLine } from 'shared/api/visibleText';
import { whatsappAddress, whatsappMessage } from 'shared/rules/whatsapp';
import type { Desk } from '../desk/desk.ts';
import type { Context, Reply } from '../http/serve.ts';
import { applicationAddress } from '../mail/templates/mailText.ts';
import { signMailGrant } from '../signing/mailGrant.ts';
import { mailFramePath } from './mailFrameRoute.ts';
import { writtenMail } from './writtenMail.ts';

type ContentCall = typeof documentCalls.emailContent;

/** What `View Email Content` shows (rules 9.17, 12.19). Throws a 404. */
export async function emailContent(
  { orderId, mailId }: ParsedInput<ContentCall>,
  { db }: Context<ContentCall>,
  { settings, secret }: Pick<Desk, 'settings' | 'secret'>,
): Promise<Reply<ContentCall>> {
  const { publicUrl, mail: mailSettings } = settings;
  const { order, mail, attached, subject, text } = await writtenMail(db, orderId, mailId ?? null, publicUrl);
  const message = whatsappMessage({ ...order, firstName: asOneLine(order.firstName) }, publicUrl);
  const { id, kind, state, reason, document } = mail;
  return {
    message: 'Email content',
    data: {
      mailId: id,
      kind,
      state,
      reason,
      from: mailSettings.from,
      to: mail.recipient,
      reply_to: applicationAddress(orderId, mailSettings.domain),
      subject,
      text,
      frame: `${mailFramePath}?grant=${await signMailGrant(secret, { orderId, mailId: id })}`,
      document: document && { original_name: document.originalName, size: document.size, attached },
      whatsapp: { address: whatsappAddress(order, message) },
    },
  };
}
