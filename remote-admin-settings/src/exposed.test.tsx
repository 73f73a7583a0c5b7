import { checkRemote } from 'shared/remote/remoteContract';
import { remoteRoutes } from 'shared/remote/remotes';
import * as exposedModule from './exposed.tsx';

const remote = checkRemote('remote-admin-settings', exposedModule);

test('it exposes exactly the routes that are its own', () => {
  expect(remote.routes.map(({ path }) => `/admin/${path}`).sort()).toEqual(
    [...remoteRoutes['remote-admin-settings']].sort(),
  );
});

test('each of its routes has a screen', async () => {
  for (const { load } of remote.routes) expect(typeof (await load())).toBe('function');
});
