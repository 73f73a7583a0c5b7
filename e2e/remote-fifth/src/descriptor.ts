import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

/** A remote that only fifthRemote.spec.ts uses, with a restricted right and its own group. */
export const descriptor: RemoteDescriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: [
    {
      path: '/admin/visitors',
      title: 'Visitors',
      needs: 'summary.processedBy',
      menu: { group: 'Front desk', text: 'Visitors', icon: 'plane' },
    },
  ],
  away: {
    missing: 'Visitors are',
    unaffected: 'orders are not affected',
  },
};
