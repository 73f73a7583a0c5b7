import { currentVersions } from 'shared/remote/currentVersions';
import type { RegistryEntry, Remotes } from 'shared/remote/registry';
import type { DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { folderNames, folders } from 'shared/rules/folders';

/** A registry entry, by default of a staff remote. */
export function fakeEntry(routes: DescribedRoute[], descriptor: Partial<RemoteDescriptor> = {}): RegistryEntry {
  return {
    manifest: '/remotes/remote-some/1/mf-manifest.json',
    version: '1',
    previous: null,
    descriptor: {
      area: 'staff',
      builtFor: currentVersions,
      routes,
      away: { missing: 'Some screens are', unaffected: 'the others are not affected' },
      ...descriptor,
    },
  };
}

const lists: DescribedRoute[] = folderNames.map((folder) => {
  const { path, title, link, needs, count } = folders[folder];
  return { path, title, needs, menu: { group: 'Work', text: link, icon: folder, count } };
});

const team: DescribedRoute[] = [
  {
    path: '/admin/manage-team',
    title: 'Manage Team',
    needs: 'team.read',
    menu: { group: 'Reports and settings', text: 'Manage Team', icon: 'users' },
  },
  { path: '/admin/manage-team/:teamMemberId', title: 'Manage Team', needs: 'team.read' },
];

/** Entries for the order lists, the team, and a public page at every other URL. */
export const fakeRemotes: Remotes = {
  'remote-pages': fakeEntry([{ path: '/*', title: 'This page' }], { area: 'public' }),
  'remote-lists': fakeEntry(lists),
  'remote-team': fakeEntry(team),
};
