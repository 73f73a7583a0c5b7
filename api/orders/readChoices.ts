import { choiceLists, type DeclarationAnswers, type StoredDeclaration } from 'shared/api/orderDetails';
import { readChoiceList } from 'shared/declaration/choices';

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
    const list = readChoiceList(value);
    if (!list) onUnreadable(field);
    read[field] = list ?? [];
  }
  return { ...stored, ...read } as Partial<DeclarationAnswers>;
}
