import { apiVersion } from '../api/version.ts';
import { deskVersion } from '../desk/version.ts';
import { kitVersion } from '../kit/version.ts';
import { contractVersion, IncompatibleRemote } from './remoteContract.ts';
import type { RemoteDescriptor } from './remoteDescriptor.ts';

/** The current versions, which a remote built today targets. */
export const currentVersions = { contract: contractVersion, desk: deskVersion, kit: kitVersion, api: apiVersion };

type Versions = RemoteDescriptor['builtFor'];

/**
 * Returns why a remote cannot run, or null if it can. Contract, desk, kit and API must have the major version that the
 * remote was built for. Their minor version must be the same or later: an earlier one may lack something that the
 * remote uses.
 */
export function incompatibilityOf(name: string, builtFor: Versions, running: Partial<Versions> = {}): string | null {
  for (const part of ['contract', 'desk', 'kit', 'api'] as const) {
    const needed = builtFor[part];
    const version = running[part] ?? currentVersions[part];
    if (needed === undefined || isMet(String(needed), String(version))) continue;
    const difference =
      part === 'api' ? `API ${needed}, but the running one is` : `${part} ${needed}, but the shell has`;
    return `${name} was built for ${difference} ${version}`;
  }
  return null;
}

/**
 * Checks a remote before loading its code.
 *
 * @throws {IncompatibleRemote} if it cannot run
 */
export function checkBuiltFor(name: string, builtFor: Versions, running?: Partial<Versions>) {
  const reason = incompatibilityOf(name, builtFor, running);
  if (reason) throw new IncompatibleRemote(reason);
}

function isMet(needed: string, version: string) {
  const [major, minor = 0] = version.split('.').map(Number);
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number);
  return neededMajor === major && neededMinor <= minor;
}
