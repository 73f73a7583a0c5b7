import { asOneLine } from 'shared/api/visibleText';
import { Refusal } from '../http/Refusal.ts';

/** The row of the mail history that was given along with a mail; null: it is none. */
export const mailIdOf = (given: string | undefined): number | null =>
  given && /^\d{1,9}$/.test(given) ? Number(given) : null;

/** Parses JSON, or returns undefined. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why, as people read it in the mail history: "SendGrid: 550 no such user". Null: nothing was said. */
export function reasonText(provider: string, said: string | undefined): string | null {
  const line = asOneLine(said ?? '');
  return line ? `${provider}: ${line}`.slice(0, 500) : null;
}

/** A 401 for a report that is not provably the provider's. It does not say what was wrong. */
export const signatureWrong = () => new Refusal(401, 'The signature is missing or wrong.');
