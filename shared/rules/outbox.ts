/**
 * The reason stored with a mail in the outbox whose provider had no credentials (rules 12.2); it stays after
 * credentials are set.
 */
export const outboxReason = 'It lies in the outbox, since no provider was set up.';
