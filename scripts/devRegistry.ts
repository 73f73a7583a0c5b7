import type { IncomingHttpHeaders } from 'node:http';

const manifestOf = (name: string) => `/remotes/${name}/dev/mf-manifest.json`;

/** The desk's registry, requested with the browser's headers. The dev server's remotes replace released ones. */
export async function devRegistry(deskUrl: string, browser: IncomingHttpHeaders, names: readonly string[]) {
  const { host, connection: _connection, 'accept-encoding': _encoding, 'if-none-match': _tag, ...passed } = browser;
  const json = async (address: string, headers = {}) => (await fetch(address, { headers })).json();
  const registry = await json(new URL('/remotes.json', deskUrl).href, passed);
  for (const name of names) {
    const { metaData } = await json(`http://${host}${manifestOf(name)}`);
    const { descriptor } = metaData;
    registry.remotes[name] = { manifest: manifestOf(name), version: 'dev', previous: null, descriptor };
  }
  return registry;
}
