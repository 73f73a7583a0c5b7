import { defencePackCalls } from 'shared/api/defencePackCalls';
import { queryKeys, useCall } from 'shared/desk';

/** Which evidence the packs of an order have now. It is read anew with the order. */
export const useReadiness = (orderId: string) =>
  useCall(defencePackCalls.packReadiness, { orderId }, { key: queryKeys.packReadiness(orderId), keepPrevious: false });
