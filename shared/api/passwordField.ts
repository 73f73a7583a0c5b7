/** What a password has to be, wherever somebody chooses one: rules 18.2, 14.17. */
import * as v from 'valibot';

const least = 6;
/** Longer than any manager makes one; without a limit a body's 64 KB would be hashed. */
const most = 128;

/**
 * A new password: an empty one gets the `required` text. It is taken as it was typed, spaces included.
 *
 * @param name what the form calls it, in the texts of the other rules
 */
export const passwordField = (required: string, name = 'Password') =>
  v.config(
    v.pipe(
      v.optional(v.string(required), ''),
      v.nonEmpty(required),
      v.minLength(least, `${name} must be at least ${least} characters.`),
      v.maxLength(most, `${name} must be at most ${most} characters.`),
    ),
    { abortPipeEarly: true },
  );
