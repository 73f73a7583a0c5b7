import type { RemoteRoute } from 'shared/remote/remoteContract';

const trackOrder = () => import('./track-order/TrackOrderScreen.tsx').then((module) => module.TrackOrderScreen);
const completedOrder = () =>
  import('./completed-order/CompletedOrderScreen.tsx').then((module) => module.CompletedOrderScreen);
const notFound = () => import('./not-found/NotFoundScreen.tsx').then((module) => module.NotFoundScreen);

/** The customer's pages, below `/`: the same ones in the shell and on the public site. */
export const customerRoutes = [
  { path: 'track-order', load: trackOrder },
  { path: 'track-order/:orderId', load: trackOrder },
  { path: 'get-new-order-details/:orderId', load: completedOrder },
  { path: '*', load: notFound },
] as const satisfies readonly RemoteRoute[];
