import { menuGroups } from '../rules/adminMenu.ts';
import { remoteNames, remoteRoutes } from './remotes.ts';

const staffRoutes = remoteNames.filter((name) => name !== 'remote-customer').flatMap((name) => remoteRoutes[name]);

test('every link of the menu leads to a remote, so none is dead', () => {
  const links = menuGroups.flatMap(({ links }) => links.map(({ path }) => path)).filter((path) => path !== '/admin');
  for (const path of links) expect(staffRoutes).toContain(path);
});

test('no route has two owners', () => {
  expect(new Set(staffRoutes).size).toBe(staffRoutes.length);
});
