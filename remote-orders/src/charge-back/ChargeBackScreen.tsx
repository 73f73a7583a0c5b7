import { queryClient, queryKeys, useSession } from 'shared/desk';
import { may } from 'shared/rules/permissions';
import { OrderListScreen } from '../order-list/OrderListScreen.tsx';
import { Disputes } from './Disputes.tsx';

/** Charge Back: which dispute is to be answered first, and below it the folder's list as any other (rules 13.59). */
export function ChargeBackScreen() {
  const mayUse = useSession(({ role }) => may(role, 'order.evidence'));
  return (
    <OrderListScreen
      folder="chargeBack"
      above={mayUse && <Disputes />}
      onRefresh={() => void queryClient.invalidateQueries({ queryKey: queryKeys.allDisputes() })}
    />
  );
}
