/** What a cell needs beside its order. A context, since the grid keeps cells whose order did not change. */
import { createContext, use } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import type { ListLayout } from './listLayout.ts';

interface ListContextValue {
  layout: ListLayout;
  compact: boolean;
  /** Order id → why the last action did not take it. */
  reasons: ReadonlyMap<string, string>;
  mayDelete: (row: OrderRow) => boolean;
  askDelete: (row: OrderRow) => void;
  /** The list's own address: the way back from an order. */
  from: string;
  /** An order is opened from its row: whoever comes back finds the focus there. */
  leave: (orderId: string) => void;
}

export const ListContext = createContext<ListContextValue | null>(null);

export function useListContext(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('An order cell stands outside its list');
  return value;
}
