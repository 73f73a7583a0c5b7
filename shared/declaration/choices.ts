/** The texts of a list of choices or of its JSON text, none for a blank; null when it is neither (rules 10.2). */
export function readChoiceList(value: unknown): string[] | null {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value || '[]') : (value ?? []);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
  } catch {
    return null;
  }
}

/** The same for a page: what cannot be read is logged, without its content, and empty. */
export function choicesOf(value: unknown): string[] {
  const list = readChoiceList(value);
  if (!list) console.warn('Unreadable list of choices');
  return list ?? [];
}
