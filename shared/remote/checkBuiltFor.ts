import { currentVersions } from './currentVersions.ts';
import { IncompatibleRemote } from './remoteContract.ts';
import type { RemoteDescriptor } from './remoteDescriptor.ts';

/**
 * Throws `IncompatibleRemote` for a remote that was built for another contract, or for a desk of another major version,
 * before any of it is loaded. One built for another kit brings its own.
 */
export function checkBuiltFor(name: string, { contract, desk }: RemoteDescriptor['builtFor']) {
  if (contract !== currentVersions.contract) {
    throw new IncompatibleRemote(
      `${name} was built for contract ${contract}, the shell has ${currentVersions.contract}`,
    );
  }
  if (major(desk) !== major(currentVersions.desk)) {
    throw new IncompatibleRemote(`${name} was built for desk ${desk}, the shell has ${currentVersions.desk}`);
  }
}

function major(version: string) {
  return version.split('.')[0];
}
