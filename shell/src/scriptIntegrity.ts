import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from 'shared/remote/registry';

/** Hashes of each version's scripts and stylesheets, by the URL of the version's folder. */
const known = new Map<string, Record<string, string>>();

/** A hash that matches no script. It makes the browser refuse scripts that their version does not list. */
const none = `sha384-${'A'.repeat(64)}`;

/** Makes the browser check a version's files by their hashes. Files of a dev server have none. */
export function checkScripts({ manifest, integrity }: RegistryEntry) {
  if (integrity) known.set(new URL('.', new URL(manifest, location.origin)).href, integrity);
}

/** The required SHA-384 of a file; undefined if the file is not checked. */
function integrityOf(address: string): string | undefined {
  const { href } = new URL(address, location.origin);
  for (const [folder, hashes] of known) {
    if (!href.startsWith(folder)) continue;
    const file = href.slice(folder.length);
    // Earlier releases list no stylesheets.
    return hashes[file] ?? (file.endsWith('.css') ? undefined : none);
  }
  return undefined;
}

declare global {
  /** Called for the remotes' lazy scripts and stylesheets (webpack/integrity.js). */
  var integrityOf: ((address: string) => string | undefined) | undefined;
}
globalThis.integrityOf = integrityOf;

/** The runtime's own limit is 20 s. */
const containerTimeoutMs = 15_000;

/** A plugin for the federation runtime, to check the containers, which the runtime itself requests. */
export default function scriptIntegrity(): ModuleFederationRuntimePlugin {
  return {
    name: 'script-integrity',
    createScript({ url }) {
      const integrity = integrityOf(url);
      if (!integrity) return undefined;
      const script = Object.assign(document.createElement('script'), { src: url, integrity });
      return { script, timeout: containerTimeoutMs };
    },
  };
}
