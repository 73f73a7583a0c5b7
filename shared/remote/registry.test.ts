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

test('a valid registry is returned unchanged', () => {
  const remotes = { 'remote-calls': calls, 'remote-orders': orders };
  expect(readRegistry({ remotes })).toEqual(remotes);
});

test('a broken descriptor affects only its own remote', () => {
  const broken = { ...calls, descriptor: { ...calls.descriptor, routes: 'all of them' } };
  expect(readRegistry({ remotes: { 'remote-calls': broken, 'remote-orders': orders } })).toEqual({
    'remote-orders': orders,
  });
});

test('a remote with a broken entry keeps its last good one', () => {
  const known = { 'remote-calls': calls, 'remote-gone': entryOf('remote-gone', '/admin/gone') };
  expect(readRegistry({ remotes: { 'remote-calls': null, 'remote-orders': orders } }, known)).toEqual({
    'remote-calls': calls,
    'remote-orders': orders,
  });
});

test('entries from before descriptors are ignored', () => {
  const old = { manifest: calls.manifest, version: '1', previous: null, roles: null, routes: ['/admin/calls'] };
  expect(readRegistry({ remotes: { 'remote-calls': old } })).toEqual({});
});

test.each([null, [], {}, { remotes: 'none' }, '<!doctype html>'])('%j is not a registry', (answer) => {
  expect(() => readRegistry(answer)).toThrow();
});

test('two remotes with one route are reported; two routes of one remote are not', () => {
  const { descriptor: rival } = entryOf('remote-rival', '/admin/calls', '/admin/rivals');
  const others = { 'remote-calls': calls.descriptor, 'remote-orders': orders.descriptor };
  expect(conflictingRoutes({ ...others, 'remote-rival': rival })).toEqual([
    '/admin/calls is claimed by remote-calls and by remote-rival',
  ]);
});

test('routes that differ only in a parameter’s name or in case are equal', () => {
  const { descriptor: one } = entryOf('remote-calls', '/admin/calls/:id');
  const { descriptor: two } = entryOf('remote-rival', '/admin/Calls/:callId/');
  expect(conflictingRoutes({ 'remote-calls': one, 'remote-rival': two })).toEqual([
    '/admin/Calls/:callId/ is claimed by remote-calls and by remote-rival',
  ]);
});
