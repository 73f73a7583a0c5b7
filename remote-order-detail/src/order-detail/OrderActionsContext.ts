import { createContext, useContext } from 'react';
import type { Conflict } from './ConflictDialog.tsx';
import type { MoveRest } from './useMoveRest.ts';

/** What every action on this order shares: which order, as it was seen when, where a conflict is told, what comes next. */
interface OrderActions {
  orderId: string;
  seenAt: number;
  onConflict: (conflict: Conflict | null) => void;
  /** Why actions are refused after a conflict, until the order is reloaded; null while the page is current. */
  staleText: string | null;
  reload: () => void;
  rest: MoveRest;
  /** The same after the document was mailed again. */
  resendRest: MoveRest;
  /** Whether this page was left: what would be said in it has to be said elsewhere. */
  hasLeft: () => boolean;
  /** Opens this order, for who has left it. */
  reopen: () => void;
  /** Claims the next order and opens it. */
  takeNext: () => void;
}

export const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('An action on an order needs the page of that order around it');
  return actions;
}
