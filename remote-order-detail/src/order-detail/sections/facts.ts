import type { OrderDetails } from 'shared/api/orderDetails';
import type { OrderStatus } from 'shared/rules/orderStatus';

/** One row of a section of facts. What it shows is a field as it is, or a text made of several. */
export interface Fact {
  label: string;
  value: TextField | ((order: OrderDetails) => string | null);
  /** Gets typed elsewhere, so it has a copy button. */
  copy?: true;
  /** 0 and O, I and l must not be mistaken. */
  mono?: true;
  /** Words in any script, which bring their own direction. */
  words?: true;
  /** Breaks before its @. */
  email?: true;
  /** Takes the whole width of a phone. */
  long?: true;
  /** Drawn as a status, with its icon. */
  status?: (order: OrderDetails) => OrderStatus;
  /** Without it the fact always shows, with '-' when there is nothing to show. */
  shown?: (order: OrderDetails) => boolean;
}

type TextField = {
  [Field in keyof OrderDetails]: OrderDetails[Field] extends string | null ? Field : never;
}[keyof OrderDetails];

/** What a fact shows of an order; null when there is nothing. */
export function factText({ value }: Fact, order: OrderDetails): string | null {
  return (typeof value === 'function' ? value(order) : order[value]) || null;
}
