import { asOneLine } from 'shared/api/visibleText';

/** Why, as people read it in the mail history: "SendGrid: 550 no such user". Null: nothing was said. */
export function reasonText(provider: string, said: string | undefined): string | null {
  const line = asOneLine(said ?? '');
  return line ? `${provider}: ${line}`.slice(0, 500) : null;
}
