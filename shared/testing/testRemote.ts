import { checkRemote } from '../remote/remoteContract.ts';
import { readDescriptor, type RemoteDescriptor } from '../remote/remoteDescriptor.ts';

/** Tests for every remote: its descriptor is valid and matches its exposed routes. */
export function testRemote(name: string, { exposed, descriptor }: { exposed: object; descriptor: RemoteDescriptor }) {
  const remote = checkRemote(name, exposed);
  const mount = descriptor.area === 'staff' ? '/admin/' : '/';

  test('its descriptor is valid', () => {
    expect(() => readDescriptor(descriptor)).not.toThrow();
  });

  test('it exposes exactly the routes in its descriptor', () => {
    const exposedPaths = remote.routes.map(({ path }) => `${mount}${path}`);
    expect(exposedPaths.sort()).toEqual(descriptor.routes.map(({ path }) => path).sort());
  });

  test('each of its routes has a screen', async () => {
    for (const { load } of remote.routes) expect(typeof (await load())).toBe('function');
  });
}
