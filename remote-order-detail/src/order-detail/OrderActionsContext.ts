import { createContext, useContext } from 'react';
import type { Conflict } from './ConflictDialog.tsx';

/** What every action on this order shares: which order, as it was seen when, and where a conflict is told. */
interface OrderActions {
  orderId: string;
  seenAt: number;
  onConflict: (conflict: Conflict | null) => void;
}

export const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('An action on an order needs the page of that order around it');
  return actions;
}
