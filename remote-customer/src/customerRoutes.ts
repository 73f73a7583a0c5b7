import type { ComponentType } from 'react';
import type { RemoteRoute } from 'shared/remote/remoteContract';
import { TrackOrderScreen } from './track-order/TrackOrderScreen.tsx';

// Where customers come in: it is in the first script, the others come by themselves.
const trackOrder = async () => TrackOrderScreen;
const completedOrder = () =>
  import('./completed-order/CompletedOrderScreen.tsx').then((module) => module.CompletedOrderScreen);
const notFound = () => import('./not-found/NotFoundScreen.tsx').then((module) => module.NotFoundScreen);

/** The screens that are there without being loaded. */
export const screensAtHand: ReadonlyMap<() => Promise<ComponentType>, ComponentType> = new Map([
  [trackOrder, TrackOrderScreen],
]);

/** The customer's pages, below `/`: the same ones in the shell and on the public site. */
export const customerRoutes = [
  { path: 'track-order', load: trackOrder },
  { path: 'track-order/:orderId', load: trackOrder },
  { path: 'get-new-order-details/:orderId', load: completedOrder },
  { path: '*', load: notFound },
] as const satisfies readonly RemoteRoute[];
