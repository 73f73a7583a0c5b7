/**
 * The reason of a mail written to the outbox because its provider had no credentials (rules 12.2). Stored, so it stays
 * after credentials are set.
 */
export const outboxReason = 'It lies in the outbox, since no provider was set up.';
