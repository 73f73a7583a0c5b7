import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devRegistry } from './devRegistry.ts';

const released = { 'remote-calls': { version: '1' }, 'remote-orders': { version: '2' } };
/** Stands in for the desk and for the dev server. */
const server = createServer(({ url, headers }, response) => {
  if (url?.startsWith('/remotes/')) response.end(JSON.stringify({ metaData: { descriptor: { area: 'staff' } } }));
  else response.end(headers.cookie === 'sso=1' ? JSON.stringify({ remotes: released }) : '<html>Sign in</html>');
});
beforeAll(() => once(server.listen(0), 'listening'));
afterAll(() => void server.close().closeAllConnections());

test('a desk behind single sign-on gets the browser’s cookie, and remotes come from source', async () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = { host, connection: 'keep-alive', 'accept-encoding': 'gzip', cookie: 'sso=1' };
  const { remotes } = await devRegistry(`http://${host}`, browser, ['remote-orders']);
  const fromSource = { version: 'dev', manifest: '/remotes/remote-orders/dev/mf-manifest.json' };
  expect(remotes).toMatchObject({ 'remote-calls': { version: '1' }, 'remote-orders': fromSource });
});
