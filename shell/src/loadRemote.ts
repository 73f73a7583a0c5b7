/** The only caller of the federation runtime; tests replace this file. */
import { loadRemote as loadModule, registerRemotes } from '@module-federation/enhanced/runtime';
import { checkBuiltFor } from 'shared/remote/checkBuiltFor';
import { checkRemote, type RemoteContract } from 'shared/remote/remoteContract';
import { loadRegistry } from './registry.ts';

const registered = new Map<string, string>();

/**
 * Loads what a remote exposes. The first load takes the registry of this page, `refresh` asks for it anew. Rejects when
 * the registry does not know the remote, it cannot be loaded, or it was built for another contract or desk, or is not what
 * the contract says (`IncompatibleRemote`).
 */
export async function loadRemote(name: string, { refresh = false } = {}): Promise<RemoteContract> {
  const found = (await loadRegistry({ refresh }))[name];
  if (!found) throw new Error(`The registry names no ${name}`);
  checkBuiltFor(name, found.descriptor.builtFor);
  register(name, found.manifest);
  return checkRemote(name, await loadModule(`${federationName(name)}/exposed`));
}

/** Tells the runtime where the remote is; a manifest that moved (a new version was released) replaces the old one. */
function register(name: string, manifest: string) {
  if (registered.get(name) === manifest) return;
  registerRemotes([{ name: federationName(name), entry: new URL(manifest, location.origin).href }], {
    force: registered.has(name),
  });
  registered.set(name, manifest);
}

/** As the factory names containers (webpack/app.js): they are global variables. */
function federationName(name: string) {
  return name.replaceAll('-', '_');
}
