import type { RemoteRoute } from 'shared/remote/remoteContract';
import { TrackOrderScreen } from './track-order/TrackOrderScreen.tsx';

// The entry page is part of the first chunk; other screens load on demand.
export const trackOrder = async () => TrackOrderScreen;
const completedOrder = () =>
  import('./completed-order/CompletedOrderScreen.tsx').then((module) => module.CompletedOrderScreen);
const notFound = () => import('./not-found/NotFoundScreen.tsx').then((module) => module.NotFoundScreen);

/** The public pages below `/`, for both the shell and the public site. */
export const customerRoutes = [
  { path: 'track-order', load: trackOrder },
  { path: 'track-order/:orderId', load: trackOrder },
  { path: 'get-new-order-details/:orderId', load: completedOrder },
  { path: '*', load: notFound },
] as const satisfies readonly RemoteRoute[];
