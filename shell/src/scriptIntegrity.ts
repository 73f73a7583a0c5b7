import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from 'shared/remote/registry';

/** Hashes of each version's scripts, by the URL of its folder. */
const known = new Map<string, Record<string, string>>();

/** Matches no script, so that the browser refuses scripts that their version does not list. */
const none = `sha384-${'A'.repeat(64)}`;

/** Makes the browser check a version's scripts. A dev server's have no hashes. */
export function checkScripts({ manifest, integrity }: RegistryEntry) {
  if (integrity) known.set(new URL('.', new URL(manifest, location.origin)).href, integrity);
}

/** The required SHA-384 of a script, or undefined if it belongs to no remote. */
function integrityOf(address: string): string | undefined {
  const { href } = new URL(address, location.origin);
  for (const [folder, hashes] of known) if (href.startsWith(folder)) return hashes[href.slice(folder.length)] ?? none;
  return undefined;
}

declare global {
  /** For the remotes' lazy scripts (webpack/integrity.js). */
  var integrityOf: ((address: string) => string | undefined) | undefined;
}
globalThis.integrityOf = integrityOf;

/** The federation runtime's plugin for the remotes' entries. */
export default function scriptIntegrity(): ModuleFederationRuntimePlugin {
  return {
    name: 'script-integrity',
    createScript({ url }) {
      const integrity = integrityOf(url);
      return integrity ? Object.assign(document.createElement('script'), { src: url, integrity }) : undefined;
    },
  };
}
