import { IncompatibleRemote } from 'shared/remote/remoteContract';

/** Why a remote's screens are not there. */
export type FailureKind = 'offline' | 'unavailable' | 'incompatible' | 'crashed';

/** A remote, or the chunk of one of its screens, did not arrive. */
export class RemoteDidNotLoad extends Error {
  override name = 'RemoteDidNotLoad';
}

/** Names the failure behind an error that a remote's lazy component or one of its screens threw. */
export function failureKind(error: unknown, { online = navigator.onLine } = {}): FailureKind {
  if (error instanceof IncompatibleRemote || isShareMismatch(error)) return 'incompatible';
  if (error instanceof RemoteDidNotLoad) return online ? 'unavailable' : 'offline';
  return 'crashed';
}

/** With `strictVersion` the federation runtime says so in words only: it has no code for it. */
function isShareMismatch(error: unknown) {
  return error instanceof Error && error.message.includes('does not satisfy the requirement');
}
