import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

/** A remote for fifthRemote.spec.ts only. Its screen needs a right that few roles have, and its menu group is new. */
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
