/** New passwords: rules 14.17, 18.2. */
import * as v from 'valibot';

const min = 6;
/** Enough for password managers; without a limit, 64 KB could be hashed. */
const max = 128;

/** A new password. `required` is the error text if it is empty; `name` is the label in the other texts. */
export const passwordField = (required: string, name = 'Password') =>
  v.config(
    v.pipe(
      v.optional(v.string(required), ''),
      v.nonEmpty(required),
      v.minLength(min, `${name} must be at least ${min} characters.`),
      v.maxLength(max, `${name} must be at most ${max} characters.`),
    ),
    { abortPipeEarly: true },
  );
