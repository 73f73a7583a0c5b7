/** Fields that several calls share, with the texts of rule 18.2. */
import * as v from 'valibot';

const unstorable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u;

/** Whether PostgreSQL stores this text unchanged. Line breaks and tabs are fine. */
export const isStorable = (text: string) => !unstorable.test(text);

export const storable = v.check(isStorable, 'This contains characters that cannot be stored');

/** A trimmed text. `required` is the error text if it is empty or missing (rule 18.1). */
export const requiredText = (required: string) =>
  v.pipe(v.optional(v.string(required), ''), v.trim(), v.nonEmpty(required), storable);

export const emailField = (required: string, wrong: string) =>
  v.config(v.pipe(requiredText(required), v.email(wrong)), { abortPipeEarly: true });

const minPassword = 6;
/** Enough for password managers; without a limit, 64 KB could be hashed. */
const maxPassword = 128;

/** A new password (rule 14.17). `required` is the error text if it is empty; `name` is the label in the other texts. */
export const passwordField = (required: string, name = 'Password') =>
  v.config(
    v.pipe(
      v.optional(v.string(required), ''),
      v.nonEmpty(required),
      v.minLength(minPassword, `${name} must be at least ${minPassword} characters.`),
      v.maxLength(maxPassword, `${name} must be at most ${maxPassword} characters.`),
    ),
    { abortPipeEarly: true },
  );

/** An order id: a numeric string of 6 to 18 digits (rule 19.7). */
export const orderId = v.pipe(
  v.string('Order ID is required'),
  v.trim(),
  v.regex(/^\d{6,18}$/, 'An order ID has 6 to 18 digits'),
);

/** A whole number, or its digits as text, as queries and forms send it. */
export const wholeNumber = (min: number, max: number, wrong: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/, wrong), v.transform(Number))], wrong),
    v.integer(wrong),
    v.minValue(min, wrong),
    v.maxValue(max, wrong),
  );

/** The version of the order that the caller saw. A stale version is refused with 409. */
export const version = v.optional(wholeNumber(1, 2_147_483_647, 'Version must be a whole number, 1 or more'));

/** A checkbox: 'Y' if ticked; 'N' or empty if not. */
export const flag = v.optional(v.picklist(['Y', 'N', ''], 'Must be Y, N or empty'), '');

export const mailProviders = ['AWS', 'Sendgrid'] as const;
export const mailServiceProvider = v.picklist(mailProviders, 'Choose AWS or Sendgrid');
export type MailServiceProvider = v.InferOutput<typeof mailServiceProvider>;

/** ISO 8601 in UTC. */
export const isoTimestamp = v.string();
/** YYYY-MM-DD. */
export const isoDay = v.string();

export const queuedMail = {
  mailId: v.number(),
  /** When the mail is sent; until then it can be cancelled. Null if it is sent at once. */
  dueAt: v.nullable(isoTimestamp),
};

/** The refusal that most calls on one order share. */
export const noOrder = { 404: 'There is no such order' };

/** The refusal of calls that email a document or an invoice (rule 12.25). */
export const mailLimit = {
  429: 'The member has reached the hourly limit for documents and invoices (MAIL_PER_MEMBER_HOUR)',
};
