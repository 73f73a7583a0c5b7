/**
 * The reason stored with a mail that went to the outbox because its provider had no credentials (rule 12.2). The mail
 * keeps this reason after credentials are set.
 */
export const outboxReason = 'It lies in the outbox, since no provider was set up.';
