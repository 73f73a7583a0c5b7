import type { FastifyInstance } from 'fastify';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { serve } from '../http/serve.ts';
import { disputes, orderReadiness } from './disputes.ts';
import { enterTransactionDetails } from './enterTransactionDetails.ts';
import { makePack } from './makePack.ts';
import { packLetter } from './packLetter.ts';

/** The calls on defence packs, for staff. */
export function packRoutes(app: FastifyInstance) {
  serve(app, defencePackCalls.packPdf, (input, context) => makePack(input, context, app.desk));
  serve(app, defencePackCalls.packLetter, (input, context) => packLetter(input, context, app.desk));
  serve(app, defencePackCalls.packReadiness, orderReadiness);
  serve(app, defencePackCalls.transactionDetails, enterTransactionDetails);
  serve(app, defencePackCalls.disputes, disputes);
}
