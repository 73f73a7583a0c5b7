/** Documents and their mail: rules 11.2, 12.7, 21.5. */
import * as v from 'valibot';
import { call } from './call.ts';
import {
  emailField,
  mailLimit,
  mailServiceProvider,
  noOrder,
  orderId,
  queuedMail,
  storable,
  version,
  wholeNumber,
} from './fields/fields.ts';
import { mailKinds, mailStates } from './orderDetails.ts';

/** Filters the file picker only; the API checks the bytes. */
export const acceptedDocuments = 'application/pdf,image/*';

const uploadFields = {
  orderId,
  email: emailField('Please enter your email', 'Please enter your email'),
  mailServiceProvider,
};

const mailEnabled = v.object({
  /** False if the provider has no credentials: its mail goes to the outbox. */
  AWS: v.boolean(),
  Sendgrid: v.boolean(),
});

/** `data` of the 409 for a document that may be another person's: a sentence per compared fact (rules 11.4, 11.14). */
export const unconfirmedDocument = v.object({ warnings: v.array(v.string()) });
const text = v.nullable(v.string());

export const emailContent = v.object({
  /** Null for the preview of a mail that is not queued yet. */
  mailId: v.nullable(v.number()),
  kind: v.picklist(mailKinds),
  state: v.nullable(v.picklist(mailStates)),
  reason: text,
  from: v.string(),
  to: v.string(),
  reply_to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The path of the mail's HTML, for an iframe; valid for a few minutes. */
  frame: v.string(),
  /** The mail's document; `attached` is false if the mail links to it. */
  document: v.nullable(v.object({ original_name: v.string(), size: v.number(), attached: v.boolean() })),
  /** `address` opens WhatsApp with the message. It is null without a phone number or country code. */
  whatsapp: v.object({ address: text }),
});
export type EmailContent = v.InferOutput<typeof emailContent>;

export const documentCalls = {
  upload: call({
    method: 'POST',
    path: '/admin/upload-visa-document',
    needs: 'order.upload',
    summary: 'Store a document and email it to the customer',
    refuses: {
      ...noOrder,
      409: 'The order is deleted or has changed, or the document looks like another person’s and is not confirmed',
      ...mailLimit,
      415: 'The file is neither a PDF nor an image, or cannot be opened',
    },
    files: ['uploadVisaDoc'],
    input: v.strictObject({
      ...uploadFields,
      /** 'Y': send despite the warnings. */
      confirmed: v.optional(v.picklist(['Y', '']), ''),
      version,
    }),
    data: v.object({ file1: v.string(), version: v.number(), ...queuedMail }),
  }),
  resend: call({
    method: 'POST',
    path: '/admin/resend-mail',
    needs: 'order.mail',
    summary: 'Email the newest document again',
    refuses: { ...noOrder, ...mailLimit, 409: 'The order is deleted or has no document yet, or the file is missing' },
    input: v.strictObject(uploadFields),
    data: v.object(queuedMail),
  }),
  withdraw: call({
    method: 'POST',
    path: '/admin/withdraw-document',
    needs: 'order.upload',
    summary: 'Withdraw a document',
    refuses: { 404: 'The order has no such document' },
    input: v.strictObject({
      orderId,
      file1: v.pipe(v.string(), v.nonEmpty()),
      reason: v.optional(
        v.pipe(v.string(), v.trim(), storable, v.maxLength(500, 'A reason can have at most 500 characters.')),
      ),
    }),
    data: v.object({ version: v.number() }),
  }),
  emailContent: call({
    method: 'GET',
    path: '/admin/email-content/:orderId',
    needs: 'order.mail',
    summary: 'An email as it was sent, or a preview',
    refuses: { 404: 'There is no such order or email' },
    input: v.strictObject({
      orderId,
      /** Defaults to the newest mail. If the order has none, a preview is returned. */
      mailId: v.optional(wholeNumber(1, 2_147_483_647, 'There is no such email')),
    }),
    data: emailContent,
  }),
  mailProviders: call({
    method: 'GET',
    path: '/admin/mail-providers',
    needs: 'order.mail',
    summary: 'Which mail providers have credentials',
    input: v.strictObject({}),
    data: mailEnabled,
  }),
};
