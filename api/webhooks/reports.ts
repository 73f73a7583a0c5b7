import { toOneLine } from 'shared/api/fields/visibleText';
import { HttpError } from '../http/HttpError.ts';

/** The mail id passed with the mail, or null if it is not one of ours. */
export const mailIdOf = (given: string | undefined): number | null =>
  given && /^\d{1,9}$/.test(given) ? Number(given) : null;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function reasonText(provider: string, said: string | undefined): string | null {
  const line = toOneLine(said ?? '');
  return line ? `${provider}: ${line}`.slice(0, 500) : null;
}

/** Does not reveal which check failed. */
export const invalidSignature = () => new HttpError(401, 'The signature is missing or wrong.');
