/** The WhatsApp message and its recipient: rules 12.13, 12.20. */
import { landingDomain } from './landingDomains.ts';
import { trackingUrl } from './trackingUrl.ts';

interface WhatsappOrder {
  orderId: string;
  /** One visible line, which may be empty. */
  firstName: string;
  landingDomain: string | null;
}

/** The same text for every stage of the order. `publicUrl` is the public origin. */
export function whatsappMessage(
  { orderId, firstName, landingDomain: domain }: WhatsappOrder,
  publicUrl: string,
): string {
  const greeting = firstName ? `Hello ${firstName}, this is` : 'Hello, this is';
  const { brand } = landingDomain(domain);
  return `${greeting} ${brand}. Check your order ${orderId} here: ${trackingUrl(publicUrl, orderId)}`;
}

/** Italy, San Marino and Vatican City keep the leading zero in international calls. */
const keepZero = ['39', '378', '379'];

/**
 * `https://wa.me/{country code}{number}?text=…`, without the domestic leading zero. Null without a number or country
 * code.
 */
export function whatsappUrl(
  { countryCode, phoneNumber }: { countryCode: string | null; phoneNumber: string | null },
  message: string,
): string | null {
  const code = (countryCode ?? '').replace(/\D/g, '');
  const digits = (phoneNumber ?? '').replace(/\D/g, '');
  const number = keepZero.includes(code) ? digits : digits.replace(/^0/, '');
  return code && number ? `https://wa.me/${code}${number}?text=${encodeURIComponent(message)}` : null;
}
