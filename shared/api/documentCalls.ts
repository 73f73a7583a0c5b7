/** Documents and their mail: rules 11.2, 12.7, 21.5. */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, isoTimestamp, mailLimit, mailServiceProvider, orderId, version, wholeNumber } from './fields.ts';
import { mailKinds, mailStates } from './orderDetails.ts';
import { storable } from './storable.ts';

/** What the picker accepts; the API judges by the bytes. */
export const acceptedDocuments = 'application/pdf,image/*';

const uploadFields = {
  orderId,
  email: emailField('Please enter your email', 'Please enter your email'),
  mailServiceProvider,
};

/** The mail that was asked for. */
const askedMail = {
  mailId: v.number(),
  /** Until then it can be taken back; null: it goes at once. */
  dueAt: v.nullable(isoTimestamp),
};

const mailEnabled = v.object({
  /** False: no credentials, so mail goes to the outbox; the UI says so. */
  AWS: v.boolean(),
  Sendgrid: v.boolean(),
});

/** The `data` of the 409 of a document that looks like another person's: why, a sentence each (rules 11.4, 11.14). */
export const unconfirmedDocument = v.object({ warnings: v.array(v.string()) });
const text = v.nullable(v.string());

/** A mail of an order, as its customer reads it (rules 12.19). */
export const emailContent = v.object({
  /** Null: it has not been asked for yet, and would be sent. */
  mailId: v.nullable(v.number()),
  kind: v.picklist(mailKinds),
  /** Null: not asked for yet. */
  state: v.nullable(v.picklist(mailStates)),
  reason: text,
  from: v.string(),
  to: v.string(),
  reply_to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** Where its HTML stands for some minutes, to be shown in a frame: below the origin that was asked. */
  frame: v.string(),
  /** The document that goes along, or is linked. */
  document: v.nullable(v.object({ original_name: v.string(), size: v.number(), attached: v.boolean() })),
  /** Opens a conversation with the message written in it; null: there is no number to call. */
  whatsapp: v.object({ address: text }),
});
export type EmailContent = v.InferOutput<typeof emailContent>;

const noOrder = { 404: 'There is no such order' };

export const documentCalls = {
  upload: call({
    method: 'POST',
    path: '/admin/upload-visa-document',
    needs: 'order.upload',
    summary: 'Store a document of an order and mail it to the applicant',
    refuses: {
      ...noOrder,
      409: 'The order is deleted or has changed, or the document looks like another person’s and is not confirmed',
      ...mailLimit,
      415: 'The file is neither a PDF nor a picture, or could not be opened by whom it is for',
    },
    files: ['uploadVisaDoc'],
    input: v.strictObject({
      ...uploadFields,
      /** 'Y': send although it looks like another person's. */
      confirmed: v.optional(v.picklist(['Y', '']), ''),
      version,
    }),
    data: v.object({ file1: v.string(), version: v.number(), ...askedMail }),
  }),
  resend: call({
    method: 'POST',
    path: '/admin/resend-mail',
    needs: 'order.mail',
    summary: 'Mail the newest document of an order again',
    refuses: { ...noOrder, ...mailLimit, 409: 'The order is deleted, or has no document yet, or its file is missing' },
    input: v.strictObject(uploadFields),
    data: v.object(askedMail),
  }),
  withdraw: call({
    method: 'POST',
    path: '/admin/withdraw-document',
    needs: 'order.upload',
    summary: 'Withdraw a document: it stays as evidence, and neither the customer nor an e-mail gets it any more',
    refuses: { 404: 'The order has no such document' },
    input: v.strictObject({
      orderId,
      file1: v.pipe(v.string(), v.nonEmpty()),
      reason: v.optional(
        v.pipe(v.string(), v.trim(), storable, v.maxLength(500, 'A reason has at most 500 characters.')),
      ),
    }),
    data: v.object({ version: v.number() }),
  }),
  emailContent: call({
    method: 'GET',
    path: '/admin/email-content/:orderId',
    needs: 'order.mail',
    summary: 'A mail of an order as it was sent, or would be',
    refuses: { 404: 'There is no such order, or no such mail of it' },
    input: v.strictObject({
      orderId,
      /** Left out: the newest, or the one that would be sent. */
      mailId: v.optional(wholeNumber(1, 2_147_483_647, 'There is no such mail')),
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
