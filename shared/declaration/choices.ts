/** The texts of a list of choices or of its JSON text, none for what is blank; null when it is neither (rules 10.2). */
export function readChoiceList(value: unknown): string[] | null {
  if (value === null || value === '') return [];
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
}

/** The same for a page: what cannot be read is logged, without its content, and empty. */
export function choicesOf(value: unknown): string[] {
  const list = readChoiceList(value);
  if (!list) console.warn('An answer is no list that can be read');
  return list ?? [];
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
