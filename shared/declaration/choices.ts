/** The texts of a list of choices or its JSON text; empty for a blank, null if invalid (rules 10.2). */
export function readChoiceList(value: unknown): string[] | null {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value || '[]') : (value ?? []);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
  } catch {
    return null;
  }
}

/** The same for a page: logs an unreadable list, without its content, and returns an empty one. */
export function choicesOf(value: unknown): string[] {
  const list = readChoiceList(value);
  if (!list) console.warn('Unreadable list of choices');
  return list ?? [];
}
