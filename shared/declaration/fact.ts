import type { OrderDetails } from '../api/orderDetails.ts';
import type { OrderStatus } from '../rules/orderStatus.ts';

/** An order without its histories: what a fact is read from, and all that a letter or an invoice has to know. */
export type DeclaredOrder = Omit<
  OrderDetails,
  'assigned_to_me' | 'mailHistory' | 'uploadDoc' | 'downloadHistory' | 'downloadTotal' | 'remarks'
>;

/** One row of a section of facts. What it shows is a field as it is, or a text made of several. */
export interface Fact {
  label: string;
  value: TextField | ((order: DeclaredOrder) => string | null);
  /** Gets typed elsewhere, so it has a copy button. */
  copy?: true;
  /** 0 and O, I and l must not be mistaken. */
  mono?: true;
  /** Words in any script, which bring their own direction. */
  words?: true;
  /** Breaks before its @. */
  email?: true;
  /** A telephone number, which a press calls. */
  telephone?: true;
  /** Takes the whole width of a phone. */
  long?: true;
  /** Where a flag of the head leads to. */
  anchor?: string;
  /** Drawn as a status, with its icon. */
  status?: (order: DeclaredOrder) => OrderStatus;
  /** Without it the fact always shows, with `noAnswer` when there is nothing to show. */
  shown?: (order: DeclaredOrder) => boolean;
}

type TextField = {
  [Field in keyof DeclaredOrder]: DeclaredOrder[Field] extends string | null ? Field : never;
}[keyof DeclaredOrder];

/** Stands where there is nothing to show. */
export const noAnswer = '-';

/** What a fact shows of an order; null when there is nothing. */
export function factText({ value }: Pick<Fact, 'value'>, order: DeclaredOrder): string | null {
  return (typeof value === 'function' ? value(order) : order[value]) || null;
}

/** The rows that this order has, in their order: facts, or questions. */
export const shownOf = <Row extends { shown?: (order: DeclaredOrder) => boolean }>(
  rows: readonly Row[],
  order: DeclaredOrder,
) => rows.filter(({ shown }) => shown?.(order) ?? true);
