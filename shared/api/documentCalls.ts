/** Documents and their mail: rules 11.2, 12.7, 21.5. */
import * as v from 'valibot';
import { call } from './call.ts';
import { emailField, mailServiceProvider, orderId, version } from './fields.ts';

/** What the picker accepts; the API judges by the bytes. */
export const acceptedDocuments = 'application/pdf,image/*';

const uploadFields = {
  orderId,
  email: emailField('Please enter your email', 'Please enter your email'),
  mailServiceProvider,
};

const mailEnabled = v.object({
  /** False: no credentials, so mail goes to the outbox; the UI says so. */
  AWS: v.boolean(),
  Sendgrid: v.boolean(),
});

const noOrder = { 404: 'There is no such order' };

export const documentCalls = {
  upload: call({
    method: 'POST',
    path: '/admin/upload-visa-document',
    needs: 'order.upload',
    summary: 'Store a document of an order and mail it to the applicant',
    refuses: { ...noOrder, 409: 'The order is deleted or has changed', 415: 'The file is neither a PDF nor a picture' },
    files: ['uploadVisaDoc'],
    input: v.strictObject({
      ...uploadFields,
      /** 'Y': send although it looks like another person's. */
      confirmed: v.optional(v.picklist(['Y', '']), ''),
      version,
    }),
    data: v.object({ file1: v.string(), version: v.number() }),
  }),
  resend: call({
    method: 'POST',
    path: '/admin/resend-mail',
    needs: 'order.mail',
    summary: 'Mail the newest document of an order again',
    refuses: { ...noOrder, 409: 'The order is deleted, or has no document yet' },
    input: v.strictObject(uploadFields),
    data: v.null(),
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
