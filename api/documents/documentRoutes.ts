import type { FastifyInstance } from 'fastify';
import { documentCalls } from 'shared/api/documentCalls';
import { serve } from '../http/serve.ts';
import { resendMail } from './resendMail.ts';
import { uploadDocument } from './uploadDocument.ts';

/** The calls on documents and their mail, for staff. */
export function documentRoutes(app: FastifyInstance) {
  const { settings, storage } = app.desk;
  serve(app, documentCalls.upload, (input, context) => uploadDocument(input, context, storage));
  serve(app, documentCalls.resend, resendMail);
  serve(app, documentCalls.mailProviders, async () => ({
    message: 'Mail providers',
    data: { AWS: settings.mail.aws !== null, Sendgrid: settings.mail.sendgrid !== null },
  }));
}
