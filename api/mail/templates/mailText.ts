import type { mailKinds } from 'shared/api/orderDetails';
import { asOneLine } from 'shared/api/visibleText';
import type { RefundDetails } from 'shared/api/refundDetails';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import { trackingAddress } from 'shared/rules/trackingAddress';

/** The kinds of an order's mail. */
export type OrderMailKind = (typeof mailKinds)[number];

/** The subject of a mail to a customer (rules 12.14): known when it is asked for, and kept from then on. */
export const mailSubject = (kind: OrderMailKind, orderId: string): string => subjects[kind](orderId);

const subjects: Readonly<Record<OrderMailKind, (orderId: string) => string>> = {
  approval: (orderId) => `Your New Zealand travel declaration is ready, order ${orderId}`,
  refund: (orderId) => `Your refund for order ${orderId}`,
  invoice: (orderId) => `Your invoice for order ${orderId}`,
};

/** "Application email of an order": the order id at the fixed mail domain (rules 12.6). */
export const applicationAddress = (orderId: string, mailDomain: string) => `${orderId}@${mailDomain}`;

/** What a mail's text is made of: an order, as far as its customer may know it. */
export interface MailOrder {
  orderId: string;
  firstName: string;
  landingDomain: string | null;
  /** Entered with the move to Refunds. */
  refund: RefundDetails | null;
}

/** A mail's text before it is laid out. Paragraphs are plain text. */
export interface MailText {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  button: { label: string; address: string };
  afterButton: readonly string[];
  links: readonly (readonly [label: string, address: string])[];
  /** Null: whoever wrote it is asked. */
  support: string | null;
  /** Whose letter it is: by the order's landing domain, or the desk's own. */
  brand: { name: string; domain: string; home: string };
}

interface MailCircumstances {
  publicUrl: string;
  /** Whether the document goes along: one that is too large for that is only linked (rules 12.16). */
  attached: boolean;
}

/** The words of the mail to a customer (rules 12.4, 12.14). */
export function mailText(kind: OrderMailKind, order: MailOrder, { publicUrl, attached }: MailCircumstances): MailText {
  const site = landingDomain(order.landingDomain);
  return {
    subject: mailSubject(kind, order.orderId),
    ...words[kind](order, { brand: site.brand, attached }),
    button: { label: buttons[kind], address: trackingAddress(publicUrl, order.orderId) },
    brand: { name: site.brand, domain: site.domain, home: site.home },
    support: site.contact,
    links: [
      ['Terms', site.terms],
      ['Privacy', site.privacy],
      ['Contact', site.contact],
      ['Refunds', site.refund],
    ],
  };
}

type Words = Pick<MailText, 'heading' | 'paragraphs' | 'afterButton'>;

const buttons: Readonly<Record<OrderMailKind, string>> = {
  approval: 'Track and download',
  refund: 'Track your order',
  invoice: 'Track your order',
};

/** Names that came before the intake refused such things may hold line breaks or marks that turn the text around them. */
const greeting = (firstName: string) => {
  const name = asOneLine(firstName);
  return name ? `Hello ${name},` : 'Hello,';
};

const refundedSum = (refund: RefundDetails | null) =>
  refund?.amount && refund.currency ? `${money(refund.amount, refund.currency)} of ` : '';

const words: Readonly<Record<OrderMailKind, (order: MailOrder, about: { brand: string; attached: boolean }) => Words>> =
  {
    approval: ({ orderId, firstName }, { attached }) => ({
      heading: 'Your declaration is ready',
      paragraphs: [
        greeting(firstName),
        `Your New Zealand travel declaration for order ${orderId} is finished. ${
          attached ? 'It is attached, and you can download it at any time.' : 'You can download it at any time.'
        }`,
      ],
      afterButton: ['Keep a copy on your phone before you fly. At the border you may be asked to show it.'],
    }),
    refund: ({ orderId, firstName, refund }, { brand }) => ({
      heading: 'Your money is on its way back',
      paragraphs: [
        greeting(firstName),
        `We have refunded ${refundedSum(refund)}order ${orderId} at ${brand}. The money goes back the way you paid.`,
        ...(refund?.reason ? [`Reason: ${asOneLine(refund.reason)}`] : []),
        ...(refund?.reference ? [`Refund reference: ${asOneLine(refund.reference)}`] : []),
        'Banks often need 5 to 10 working days until it shows on your statement.',
      ],
      afterButton: ['You need not do anything.'],
    }),
    invoice: ({ orderId, firstName }, { brand }) => ({
      heading: 'Your invoice',
      paragraphs: [greeting(firstName), `The invoice for order ${orderId} at ${brand} is attached.`],
      afterButton: ['Keep it for your records.'],
    }),
  };
