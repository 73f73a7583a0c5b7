/** The only file that calls the federation runtime; tests replace it. */
import { loadRemote as loadModule, registerRemotes } from '@module-federation/enhanced/runtime';
import { checkRemote, type RemoteContract } from 'shared/remote/remoteContract';
import type { RegistryEntry } from 'shared/remote/registry';
import { checkScripts } from './scriptIntegrity.ts';

const registered = new Set<string>();

/** Loads the contract of a remote's version. Rejects if the version cannot be loaded or violates the contract. */
export async function loadRemote(name: string, entry: RegistryEntry): Promise<RemoteContract> {
  const container = `${name}-${entry.version}`.replace(/\W/g, '_');
  if (!registered.has(container)) {
    checkScripts(entry);
    registerRemotes([{ name: container, entry: new URL(entry.remoteEntry ?? entry.manifest, location.origin).href }]);
    registered.add(container);
  }
  return checkRemote(name, await loadModule(`${container}/exposed`));
}
