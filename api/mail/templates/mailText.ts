import type { mailKinds } from 'shared/api/orderDetails';
import { toOneLine } from 'shared/api/fields/visibleText';
import type { RefundDetails } from 'shared/api/refundDetails';
import { money } from 'shared/format/money';
import { landingDomain } from 'shared/rules/landingDomains';
import { trackingUrl } from 'shared/rules/trackingUrl';

export type OrderMailKind = (typeof mailKinds)[number];

/** The subject, which is fixed when the mail is queued (rule 12.14). */
export const mailSubject = (kind: OrderMailKind, orderId: string): string => subjects[kind](orderId);

const subjects: Readonly<Record<OrderMailKind, (orderId: string) => string>> = {
  approval: (orderId) => `Your New Zealand travel declaration is ready (order ${orderId})`,
  refund: (orderId) => `Your refund for order ${orderId}`,
  invoice: (orderId) => `Your invoice for order ${orderId}`,
  question: (orderId) => `We have a question about your order ${orderId}`,
  reply: (orderId) => `New message about your order ${orderId}`,
};

/** The reply address of an order's mails (rule 12.6). */
export const applicationAddress = (orderId: string, mailDomain: string) => `${orderId}@${mailDomain}`;

export interface MailOrder {
  orderId: string;
  firstName: string;
  landingDomain: string | null;
  refund: RefundDetails | null;
}

/** Paragraphs are plain text. */
export interface MailText {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  button: { label: string; address: string };
  afterButton: readonly string[];
  links: readonly (readonly [label: string, address: string])[];
  /** URL of the contact page, or null for mail to members. */
  support: string | null;
  /** The brand of the order's landing domain, or the product's own. */
  brand: { name: string; domain: string; home: string };
}

interface MailCircumstances {
  publicUrl: string;
  /** False if the document is too large and only linked (rule 12.16). Null: a preview without a document. */
  attached: boolean | null;
}

/** Rules 12.4 and 12.14. */
export function mailText(kind: OrderMailKind, order: MailOrder, { publicUrl, attached }: MailCircumstances): MailText {
  const site = landingDomain(order.landingDomain);
  const { button, ...said } = words[kind](order, { brand: site.brand, attached });
  return {
    subject: mailSubject(kind, order.orderId),
    ...said,
    button: { label: button, address: trackingUrl(publicUrl, order.orderId) },
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

type Words = Pick<MailText, 'heading' | 'paragraphs' | 'afterButton'> & { button: string };

/** Names of old orders may have line breaks or bidirectional marks, which the intake now refuses. */
const greeting = (firstName: string) => {
  const name = toOneLine(firstName);
  return name ? `Hello ${name},` : 'Hello,';
};

const refundedSum = (refund: RefundDetails | null) =>
  refund?.amount && refund.currency ? `${money(refund.amount, refund.currency)} for ` : '';

const words: Readonly<
  Record<OrderMailKind, (order: MailOrder, about: { brand: string; attached: boolean | null }) => Words>
> = {
  approval: ({ orderId, firstName }, { attached }) => ({
    heading: 'Your declaration is ready',
    button: 'Track and download',
    paragraphs: [
      greeting(firstName),
      `Your New Zealand travel declaration for order ${orderId} is ready.${
        attached === null
          ? ''
          : attached
            ? ' It is attached, and you can download it at any time.'
            : ' You can download it at any time.'
      }`,
    ],
    afterButton: ['Save a copy to your phone before you fly. You may be asked to show it at the border.'],
  }),
  refund: ({ orderId, firstName, refund }, { brand }) => ({
    heading: 'Your refund is on its way',
    button: 'Track your order',
    paragraphs: [
      greeting(firstName),
      `We have refunded ${refundedSum(refund)}order ${orderId} at ${brand}. The money will go back to your original payment method.`,
      ...(refund?.reason ? [`Reason: ${toOneLine(refund.reason)}`] : []),
      ...(refund?.reference ? [`Refund reference: ${toOneLine(refund.reference)}`] : []),
      'It usually appears within 5–10 working days.',
    ],
    afterButton: ['You don’t need to do anything.'],
  }),
  invoice: ({ orderId, firstName }, { brand }) => ({
    heading: 'Your invoice',
    button: 'Track your order',
    paragraphs: [greeting(firstName), `The invoice for order ${orderId} at ${brand} is attached.`],
    afterButton: ['Keep it for your records.'],
  }),
  // Contains neither the customer's name nor the message (rule 12.26).
  question: ({ orderId }) => ({
    heading: 'We have a question for you',
    button: 'Read and answer',
    paragraphs: [
      'Hello,',
      `We need something from you to continue with order ${orderId}. See what we need on your order page, and answer there.`,
    ],
    afterButton: ['We can’t continue until we hear from you.'],
  }),
  reply: ({ orderId }) => ({
    heading: 'You have a new message',
    button: 'Read our message',
    paragraphs: ['Hello,', `There is a new message about order ${orderId}. Read it on your order page.`],
    afterButton: [],
  }),
};
