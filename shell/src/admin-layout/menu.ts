import type { Remotes } from 'shared/remote/registry';
import type { DescribedRoute } from 'shared/remote/remoteDescriptor';
import { may, type Action, type Role } from 'shared/rules/permissions';

export type MenuLink = NonNullable<DescribedRoute['menu']> & { path: string; needs?: Action };

/** The groups of the sidebar, in their order (rule 6.4); a remote's own group comes after them. */
const groups = ['Work', 'Waiting and calls', 'All orders', 'Reports and settings'];

const dashboard: MenuLink = {
  path: '/admin',
  group: 'Work',
  text: 'Dashboard',
  icon: 'layout-dashboard',
  needs: 'dashboard.open',
};

/**
 * The menu as `role` sees it: the shell's own link and those of the remotes, as far as the role has their rights. A right
 * that nobody knows here hides its link. A group without links is left out.
 */
export function menuFor(role: Role, remotes: Remotes): { title: string; links: MenuLink[] }[] {
  const links = [dashboard, ...Object.values(remotes).flatMap(({ descriptor }) => linksOf(descriptor.routes))].filter(
    ({ needs }) => needs !== undefined && may(role, needs),
  );
  const titles = new Set([...groups, ...links.map(({ group }) => group)]);
  return [...titles]
    .map((title) => ({ title, links: links.filter(({ group }) => group === title) }))
    .filter((group) => group.links.length > 0);
}

function linksOf(routes: readonly DescribedRoute[]): MenuLink[] {
  return routes.flatMap(({ path, needs, menu }) => (menu ? [{ ...menu, path, needs }] : []));
}
