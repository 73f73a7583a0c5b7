import { checkRemote } from 'shared/remote/remoteContract';
import * as exposedModule from './exposed.tsx';

const remote = checkRemote('remote-customer', exposedModule);

test('it exposes the customer routes, and a page of its own for every other address', () => {
  const paths = remote.routes.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['track-order', 'track-order/:orderId', 'get-new-order-details/:orderId', '*']),
  );
});

test('each of its routes has a screen', async () => {
  for (const { load } of remote.routes) expect(typeof (await load())).toBe('function');
});
