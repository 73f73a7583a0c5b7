import { orderRow, type OrderRow } from '../api/orderRow.ts';
import { factText, type DeclaredOrder, type Fact } from './fact.ts';

class NotInARow extends Error {}

/**
 * What a fact shows of an order of which only its row in a list is known. Undefined: the row does not tell, as with an
 * answer of the declaration.
 */
export function knownFactText(fact: Fact, row: OrderRow): string | null | undefined {
  const order = asOrder(row);
  try {
    return factText(fact, order);
  } catch (error) {
    if (error instanceof NotInARow) return undefined;
    throw error;
  }
}

/** Whether an order of this row shows the fact; undefined: the row does not tell. */
export function isKnownToShow({ shown }: Fact, row: OrderRow): boolean | undefined {
  try {
    return shown?.(asOrder(row)) ?? true;
  } catch (error) {
    if (error instanceof NotInARow) return undefined;
    throw error;
  }
}

/** The row, which complains when more is read of it than a row has. */
const asOrder = (row: OrderRow) =>
  new Proxy(row, {
    get: (known, field) => {
      if (!(field in orderRow.entries)) throw new NotInARow(String(field));
      return known[field as keyof OrderRow];
    },
  }) as unknown as DeclaredOrder;
