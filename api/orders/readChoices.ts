import { choiceLists, type DeclarationAnswers, type StoredDeclaration } from 'shared/api/orderDetails';

/**
 * A stored declaration with its lists of choices read, which may be JSON text (rules 10.2). One that cannot be read is
 * empty, and `onUnreadable` is told its field.
 */
export function readChoices(
  stored: StoredDeclaration,
  onUnreadable: (field: string) => void,
): Partial<DeclarationAnswers> {
  const read: Partial<DeclarationAnswers> = {};
  for (const field of choiceLists) {
    const value = stored[field];
    if (value === undefined) continue;
    const list = listOf(value);
    if (!list) onUnreadable(field);
    read[field] = list ?? [];
  }
  return { ...stored, ...read } as Partial<DeclarationAnswers>;
}

/** The texts of a list or of its JSON text, none for what is blank; null when it is neither. */
function listOf(value: unknown): string[] | null {
  if (value === null || value === '') return [];
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
