import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { customerRoutes } from './customerRoutes.ts';
import { CustomerLayout } from './layout/CustomerLayout.tsx';

export const exposed: RemoteContract = { contract: contractVersion, routes: customerRoutes, Frame: CustomerLayout };
