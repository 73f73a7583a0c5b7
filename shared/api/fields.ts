/** Fields that several calls take, each with the texts of rules 18.2. */
import * as v from 'valibot';
import { storable } from './storable.ts';

/** Trims; an empty or missing field gets its `required` text (rules 18.1). All of it can be stored. */
export const requiredText = (required: string) =>
  v.pipe(v.optional(v.string(required), ''), v.trim(), v.nonEmpty(required), storable);

/** An e-mail address: an empty one gets the `required` text, a wrong one the other. */
export const emailField = (required: string, wrong: string) =>
  v.config(v.pipe(requiredText(required), v.email(wrong)), { abortPipeEarly: true });

/** An order id: a numeric string of 6 to 18 digits (rules 19.7). */
export const orderId = v.pipe(
  v.string('Order id is required'),
  v.trim(),
  v.regex(/^\d{6,18}$/, 'An order id has 6 to 18 digits'),
);

/** A whole number that may come as text, in a query or a form, within its bounds. */
export const wholeNumber = (least: number, most: number, wrong: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/, wrong), v.transform(Number))], wrong),
    v.integer(wrong),
    v.minValue(least, wrong),
    v.maxValue(most, wrong),
  );

/** The version of an order as the caller saw it; a stale one is 409. No order has one that its column cannot hold. */
export const version = v.optional(wholeNumber(1, 2_147_483_647, 'A version is a whole number from 1'));

/** A ticked flag: 'Y', or empty. Stored and answered as 'Y' or ''; shown as N when empty. */
export const flag = v.optional(v.picklist(['Y', 'N', ''], 'A flag is Y or empty'), '');

/** The mail providers: rules 12.1. */
export const mailProviders = ['AWS', 'Sendgrid'] as const;
export const mailServiceProvider = v.picklist(mailProviders, 'Choose AWS or Sendgrid');
export type MailServiceProvider = v.InferOutput<typeof mailServiceProvider>;

/** A moment: ISO 8601 in UTC. */
export const isoTimestamp = v.string();
/** A day: YYYY-MM-DD. */
export const isoDay = v.string();

/** The refusal of a call by which a member mails a document or an invoice (rules 12.25). */
export const mailLimit = { 429: 'The member has mailed MAIL_PER_MEMBER_HOUR documents and invoices within an hour' };
