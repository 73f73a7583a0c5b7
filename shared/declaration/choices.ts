/** Parses a list of choices or its JSON text (rule 10.2). Returns an empty list if blank, and null if invalid. */
export function readChoiceList(value: unknown): string[] | null {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value || '[]') : (value ?? []);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
  } catch {
    return null;
  }
}

/** Like `readChoiceList`, for pages: logs an invalid list without its content, and returns an empty one. */
export function choicesOf(value: unknown): string[] {
  const list = readChoiceList(value);
  if (!list) console.warn('Unreadable list of choices');
  return list ?? [];
}
