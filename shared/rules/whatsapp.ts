/** What `Send Whatsapp Message` says, and to whom: rules 12.13, 12.20. */
import { landingDomain } from './landingDomains.ts';
import { trackingAddress } from './trackingAddress.ts';

interface WhatsappOrder {
  orderId: string;
  /** As a person sees it: in one line, perhaps empty. */
  firstName: string;
  landingDomain: string | null;
}

/** The message to a customer: true at every stage of the order. `publicUrl` is the customers' origin. */
export function whatsappMessage(
  { orderId, firstName, landingDomain: domain }: WhatsappOrder,
  publicUrl: string,
): string {
  const greeting = firstName ? `Hello ${firstName}, this is` : 'Hello, this is';
  const { brand } = landingDomain(domain);
  return `${greeting} ${brand}. You can see how your order ${orderId} stands here: ${trackingAddress(publicUrl, orderId)}`;
}

/** Countries whose numbers keep their leading zero when they are called from abroad: Italy, San Marino, Vatican City. */
const keepZero = ['39', '378', '379'];

/**
 * The address that opens a conversation with `message` written in it: `https://wa.me/{country code}{number}?text=…`, digits
 * alone and without the zero that is only dialled within a country. Null without a number or its country's code.
 */
export function whatsappAddress(
  { countryCode, phoneNumber }: { countryCode: string | null; phoneNumber: string | null },
  message: string,
): string | null {
  const code = (countryCode ?? '').replace(/\D/g, '');
  const digits = (phoneNumber ?? '').replace(/\D/g, '');
  const number = keepZero.includes(code) ? digits : digits.replace(/^0/, '');
  return code && number ? `https://wa.me/${code}${number}?text=${encodeURIComponent(message)}` : null;
}
