import type { Database } from '../db/database.ts';
import { Refusal } from '../http/Refusal.ts';
import { findMailState } from '../mail/waitingMails.ts';

/** Why a mail that should wait cannot be taken back or sent at once: 404 for one that is not there, else 409. */
export async function notWaiting(db: Database, mailId: number): Promise<Refusal> {
  const state = await findMailState(db, mailId);
  if (state === null) return new Refusal(404, 'There is no such mail');
  if (state === 'cancelled') return new Refusal(409, 'This e-mail was taken back already.');
  if (state === 'queued') return new Refusal(409, 'This e-mail is on its way already.');
  return new Refusal(409, 'This e-mail does not wait any more.');
}
