import { currentVersions } from './currentVersions.ts';
import { IncompatibleRemote } from './remoteContract.ts';
import type { RemoteDescriptor } from './remoteDescriptor.ts';

type Versions = RemoteDescriptor['builtFor'];

/**
 * Checks the versions a remote was built for, before loading its code.
 *
 * @throws {IncompatibleRemote} if the running contract, desk, kit or API has another major version, or an earlier minor
 *   version, which may lack something that the remote uses
 */
export function checkBuiltFor(name: string, builtFor: Versions, running: Partial<Versions> = {}) {
  for (const part of ['contract', 'desk', 'kit', 'api'] as const) {
    const needed = builtFor[part];
    const version = running[part] ?? currentVersions[part];
    if (needed === undefined || isMet(String(needed), String(version))) continue;
    const difference = part === 'api' ? `API ${needed}, the running one is` : `${part} ${needed}, the shell has`;
    throw new IncompatibleRemote(`${name} was built for ${difference} ${version}`);
  }
}

function isMet(needed: string, version: string) {
  const [major, minor = 0] = version.split('.').map(Number);
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number);
  return neededMajor === major && neededMinor <= minor;
}
