import type * as v from 'valibot';
import type { unconfirmedDocument } from 'shared/api/documentCalls';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { documentWarnings } from 'shared/declaration/documentMatch';
import { Refusal } from '../http/Refusal.ts';

interface DocumentOrder {
  lastName: string;
  declaration: StoredDeclaration;
}

/**
 * Answers what in a document's text speaks against its being this order's. Throws a 409 with it unless somebody has
 * confirmed that it is to be sent all the same (rules 11.4, 11.14).
 */
export function refuseUnconfirmed(
  text: string,
  { lastName, declaration }: DocumentOrder,
  confirmed: 'Y' | '',
): string[] {
  const warnings = documentWarnings(text, {
    passport_number: declaration.passport_number ?? null,
    familyMember: declaration.familyMember ?? [],
    last_name: lastName,
  });
  if (warnings.length === 0 || confirmed === 'Y') return warnings;
  const data: v.InferOutput<typeof unconfirmedDocument> = { warnings };
  throw new Refusal(409, `This may be someone else’s document. ${warnings.join(' ')}`, { data });
}
