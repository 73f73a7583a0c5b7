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
  /** Opens the order. */
  view: (row: OrderRow) => void;
}

export const ListContext = createContext<ListContextValue | null>(null);

export function useListContext(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('An order cell stands outside its list');
  return value;
}
