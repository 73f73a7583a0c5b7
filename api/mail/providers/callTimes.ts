/** Time limit for reading a mail's document or making its invoice, before the mail is claimed; then it is retried. */
export const readingSeconds = 60;

/** A provider is connected to in that time, and has got the whole mail and answered in the other. */
export const connectSeconds = 5;
export const answerSeconds = 60;

/** Time limit of a provider's call. A stop waits for it. */
export const answeredSeconds = connectSeconds + answerSeconds;

/** For the statements around a call, and a process that is busy with something else. */
const marginSeconds = 55;

/** Longer than any call of a provider can take: a call begun that long ago and not answered is broken. */
export const callSeconds = answeredSeconds + marginSeconds;
