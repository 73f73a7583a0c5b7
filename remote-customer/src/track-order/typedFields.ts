/**
 * What was typed into the tracking form, kept in this tab for as long as a token holds: whoever comes back to the form, by Back
 * or because the token has ended, finds it (rules 16.40). Later it is gone, since the phone may have gone on to somebody else.
 */
import * as v from 'valibot';
import { keepInTab, readFromTab } from '../tabStorage.ts';

const key = 'tracking-form';
const keptMs = 30 * 60_000;

const kept = v.object({ orderId: v.string(), email: v.string(), until: v.number() });

type TypedFields = Pick<v.InferOutput<typeof kept>, 'orderId' | 'email'>;

/** What was typed for this order, or for any where the address names none; empty texts when nothing was, or too long ago. */
export function typedFields(orderId: string): TypedFields {
  const found = readFromTab(key, kept);
  if (found && Date.now() >= found.until) forgetTypedFields();
  const isOfThis = found && Date.now() < found.until && (!orderId || found.orderId.trim() === orderId);
  return isOfThis ? { orderId: found.orderId, email: found.email } : { orderId: '', email: '' };
}

export const keepTypedFields = ({ orderId, email }: TypedFields) =>
  keepInTab(key, { orderId, email, until: Date.now() + keptMs });

export const forgetTypedFields = () => keepInTab(key, null);
