import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/Refusal.ts';
import { readMailGrant } from '../signing/mailGrant.ts';
import { writtenMail } from './writtenMail.ts';

/** Where a mail's HTML stands, for whoever has a grant for it. */
export const mailFramePath = '/uploads/mails';

/**
 * A mail's HTML for a frame of the order page, on the staff origin. A page of its own, since a frame without one
 * inherits the policy of the order page, which allows no style attributes; a mail is made of them. Nothing else may happen
 * in it: no script, no picture, no form, no link that leads anywhere.
 */
export function mailFrameRoute(app: FastifyInstance) {
  const { database, secret, settings } = app.desk;
  app.get<{ Querystring: { grant?: unknown } }>(mailFramePath, async (request, reply) => {
    const { grant } = request.query;
    const granted = typeof grant === 'string' ? await readMailGrant(secret, grant) : null;
    if (!granted) throw new Refusal(401, 'This link has expired. Open the e-mail again for a new one.');
    const { html } = await writtenMail(database.db, granted.orderId, granted.mailId, settings.publicUrl);
    // A sandboxed frame has an origin of its own already, and Chromium warns of the wish for one.
    reply.raw.removeHeader('Origin-Agent-Cluster');
    return reply
      .headers({
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
        'X-Frame-Options': 'SAMEORIGIN',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
