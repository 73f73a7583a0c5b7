import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** For a product that a test starts as a process of its own, and has to know the port of beforehand. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
