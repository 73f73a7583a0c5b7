import { checkRemote, contractVersion, IncompatibleRemote } from './remoteContract.ts';

const route = { path: 'recent-order', load: async () => () => null };

test('a remote that follows the contract passes unchanged', () => {
  const exposed = { contract: contractVersion, routes: [route] };
  expect(checkRemote('remote-orders', { exposed })).toBe(exposed);
});

test.each([
  ['nothing', null],
  ['a module without `exposed`', { default: {} }],
  ['another contract', { exposed: { contract: contractVersion + 1, routes: [route] } }],
  ['no routes', { exposed: { contract: contractVersion, routes: [] } }],
  ['routes that are not a list', { exposed: { contract: contractVersion, routes: 'recent-order' } }],
  ['a route without a screen', { exposed: { contract: contractVersion, routes: [{ path: 'recent-order' }] } }],
])('%s is incompatible', (_what, loaded) => {
  expect(() => checkRemote('remote-orders', loaded)).toThrow(IncompatibleRemote);
});
