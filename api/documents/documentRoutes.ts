import type { FastifyInstance } from 'fastify';
import { documentCalls } from 'shared/api/documentCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { serve } from '../http/serve.ts';
import { cancelMail, resendMail, sendMailNow, withdrawWaitingReply } from './mailActions.ts';
import { emailContent, mailFrameRoute } from './emailContent.ts';
import { undo, undoLatest } from './undoLatest.ts';
import { uploadDocument } from './uploadDocument.ts';
import { withdrawDocument } from './withdrawDocument.ts';

export function documentRoutes(app: FastifyInstance) {
  const { settings } = app.context;
  serve(app, documentCalls.upload, (input, context) => uploadDocument(input, context, app.context));
  serve(app, documentCalls.resend, (input, context) => resendMail(input, context, app.context));
  serve(app, documentCalls.withdraw, withdrawDocument);
  serve(app, documentCalls.emailContent, (input, context) => emailContent(input, context, app.context));
  mailFrameRoute(app);
  serve(app, mailCalls.cancel, cancelMail);
  serve(app, mailCalls.sendNow, sendMailNow);
  serve(app, messageCalls.withdrawReply, withdrawWaitingReply);
  serve(app, orderCalls.undo, undo);
  serve(app, orderCalls.undoLatest, undoLatest);
  serve(app, documentCalls.mailProviders, async () => ({
    message: 'Mail providers',
    data: { AWS: settings.mail.aws !== null, Sendgrid: settings.mail.sendgrid !== null },
  }));
}
