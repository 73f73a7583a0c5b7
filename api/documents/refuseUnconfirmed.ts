import type * as v from 'valibot';
import type { unconfirmedDocument } from 'shared/api/documentCalls';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { documentWarnings, isOtherScript } from 'shared/declaration/documentMatch';
import { Refusal } from '../http/Refusal.ts';

interface DocumentOrder {
  lastName: string;
  declaration: StoredDeclaration;
}

/**
 * Returns the warnings about a document's text, and a note for a name in another script. Throws a 409 with the warnings
 * unless somebody has confirmed them (rules 11.4, 11.14).
 */
export function refuseUnconfirmed(
  text: string,
  { lastName, declaration }: DocumentOrder,
  confirmed: 'Y' | '',
): { warnings: string[]; note: string | null } {
  const owner = {
    passport_number: declaration.passport_number ?? null,
    familyMember: declaration.familyMember ?? [],
    last_name: lastName,
  };
  const warnings = documentWarnings(text, owner);
  const note = isOtherScript(text, owner) ? 'The passport number matches; the name is in another script.' : null;
  if (warnings.length === 0 || confirmed === 'Y') return { warnings, note };
  const data: v.InferOutput<typeof unconfirmedDocument> = { warnings };
  throw new Refusal(409, `This may be someone else’s document. ${warnings.join(' ')}`, { data });
}
