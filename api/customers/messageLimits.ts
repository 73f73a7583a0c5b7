import type { Database } from '../db/database.ts';
import { readWaits, type AttemptLimits } from '../http/LoginThrottle.ts';
import { Refusal } from '../http/Refusal.ts';
import { readMessageWait } from './messageQueries.ts';

/** So many messages are taken within a day: of one order, and from one address for whatever orders. */
export const messagesADay = { ofOrder: 20, ofAddress: 40 };

/** So many documents that cannot be taken are looked at: each costs the machine as much as a good one. */
export const refusedDocuments = {
  perCaller: { failures: 10, seconds: 3_600 },
  perSubject: { failures: 10, seconds: 3_600 },
  newStrangers: 0,
} satisfies AttemptLimits;

/**
 * Throws a 429 when an order or an address has to wait before it may send another message. A whole airport may share an
 * address: what others sent from it is held against nobody's first message of the day, nor their first such document.
 */
export async function refuseTooManyMessages(db: Database, about: { orderId: string; address: string }) {
  const attempt = { scope: 'message', caller: about.address, subject: about.orderId } as const;
  const { failedHere, caller, subject } = await readWaits(db, attempt, refusedDocuments);
  const wait = Math.max(failedHere ? caller : 0, subject, await readMessageWait(db, about, messagesADay));
  if (wait > 0) throw tooManyMessages(wait);
}

function tooManyMessages(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const left = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return new Refusal(429, `Too many messages came from here. Try again in ${left}.`, {
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  });
}
