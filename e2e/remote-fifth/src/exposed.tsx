import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';

export const exposed: RemoteContract = {
  contract: contractVersion,
  routes: [{ path: 'visitors', load: async () => (await import('./VisitorsScreen.tsx')).VisitorsScreen }],
};
