import { Navigate, useParams } from 'react-router-dom';
import { trackOrderPath } from '../customerPaths.ts';
import { orderAccess } from '../orderAccess.ts';
import { TrackedOrder } from './TrackedOrder.tsx';

/** A found order; without the token that finding it gives, back to where it is looked for. */
export function CompletedOrderScreen() {
  const { orderId = '' } = useParams();
  if (!orderAccess(orderId).token) return <Navigate to={trackOrderPath(orderId)} replace />;
  return <TrackedOrder key={orderId} orderId={orderId} />;
}
