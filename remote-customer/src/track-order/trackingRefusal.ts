import type { CallError } from 'shared/api/send';

/** What a customer reads when tracking did not work. The server's own text, unless something before it refused. */
export function trackingRefusal({ httpStatus, body, retryAfter, message }: CallError): string {
  if (httpStatus === 429 && !body) {
    return `Too many attempts. Try again ${retryAfter ? `in ${waitingTime(retryAfter)}` : 'in a few minutes'}.`;
  }
  return message;
}

const waitingTime = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);
