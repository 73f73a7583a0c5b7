/**
 * Why a sent mail has reached nobody: it was written to the outbox, since its provider has no credentials (rules 12.2). Kept
 * as the mail's reason, so that it reads so also when there are credentials by then.
 */
export const inOutbox = 'It lies in the outbox, since no provider was set up.';
