import { currentVersions } from './currentVersions.ts';
import { conflictingRoutes, readRegistry, type RegistryEntry } from './registry.ts';

function entryOf(name: string, ...paths: string[]): RegistryEntry {
  return {
    manifest: `/remotes/${name}/2/mf-manifest.json`,
    version: '2',
    previous: '1',
    descriptor: {
      area: 'staff',
      builtFor: currentVersions,
      routes: paths.map((path) => ({ path, title: name, needs: 'orders.read' })),
      away: { missing: 'Some screens are', unaffected: 'the others are not affected' },
    },
  };
}

const calls = entryOf('remote-calls', '/admin/calls');
const orders = entryOf('remote-orders', '/admin/recent-order');

test('a registry is read as it is', () => {
  const remotes = { 'remote-calls': calls, 'remote-orders': orders };
  expect(readRegistry({ remotes })).toEqual(remotes);
});

test('a broken descriptor costs its own remote only', () => {
  const broken = { ...calls, descriptor: { ...calls.descriptor, routes: 'all of them' } };
  expect(readRegistry({ remotes: { 'remote-calls': broken, 'remote-orders': orders } })).toEqual({
    'remote-orders': orders,
  });
});

test('a remote whose entry broke goes on with the last one that was good', () => {
  const known = { 'remote-calls': calls, 'remote-gone': entryOf('remote-gone', '/admin/gone') };
  expect(readRegistry({ remotes: { 'remote-calls': null, 'remote-orders': orders } }, known)).toEqual({
    'remote-calls': calls,
    'remote-orders': orders,
  });
});

test('entries of the time before descriptors name no remote', () => {
  const old = { manifest: calls.manifest, version: '1', previous: null, roles: null, routes: ['/admin/calls'] };
  expect(readRegistry({ remotes: { 'remote-calls': old } })).toEqual({});
});

test.each([null, [], {}, { remotes: 'none' }, '<!doctype html>'])('%j is no registry', (answer) => {
  expect(() => readRegistry(answer)).toThrow();
});

test('two remotes with one address are told, two routes of one remote are not', () => {
  const { descriptor: rival } = entryOf('remote-rival', '/admin/calls', '/admin/rivals');
  const others = { 'remote-calls': calls.descriptor, 'remote-orders': orders.descriptor };
  expect(conflictingRoutes({ ...others, 'remote-rival': rival })).toEqual([
    '/admin/calls is claimed by remote-calls and by remote-rival',
  ]);
});

test('nor may two differ in what they call a part of the address alone, or in its letters’ case', () => {
  const { descriptor: one } = entryOf('remote-calls', '/admin/calls/:id');
  const { descriptor: two } = entryOf('remote-rival', '/admin/Calls/:callId/');
  expect(conflictingRoutes({ 'remote-calls': one, 'remote-rival': two })).toEqual([
    '/admin/Calls/:callId/ is claimed by remote-calls and by remote-rival',
  ]);
});
