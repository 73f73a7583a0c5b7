/** When a mail that did not go out is tried again. */

/** As pg-boss does it: 5 s later, 10 s … then every hour, for about a day. After that the job lies in `mail-abandoned`. */
export const mailRetry = { retryLimit: 32, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

/**
 * How often a mail may meet "too many" without using up one of its tries. Then it does, so that one that is always
 * refused so neither blocks those behind it nor stays for ever.
 */
export const tooManyForNothing = 5;
