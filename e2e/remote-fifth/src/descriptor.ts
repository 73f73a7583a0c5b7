import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

/** A remote that only fifthRemote.spec.ts knows: with a right that not all have, in a group of its own. */
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
