import { useState } from 'react';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';

/**
 * Which of the dialogs about a dispute are open: a pack, and the form of the transaction, which may lie over it. An order
 * that leaves the statuses with packs has them closed, and does not open them by itself when it comes back (rules 13.58).
 */
export function usePacks(status: OrderStatus) {
  const [pack, setPack] = useState<DefencePackType | null>(null);
  const [details, setDetails] = useState(false);
  if (!orderStatus[status].evidence && (pack !== null || details)) {
    setPack(null);
    setDetails(false);
  }
  return {
    pack,
    openPack: (defencePackType: DefencePackType) => setPack(defencePackType),
    closePack: () => setPack(null),
    details,
    openDetails: () => setDetails(true),
    closeDetails: () => setDetails(false),
  };
}
export type Packs = ReturnType<typeof usePacks>;
