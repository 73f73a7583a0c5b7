import * as v from 'valibot';
import { remoteDescriptor, type RemoteDescriptor } from './remoteDescriptor.ts';

/** Checks what a remote says of itself. Throws with all faults, a line each. */
export function readDescriptor(descriptor: unknown): RemoteDescriptor {
  const read = v.safeParse(remoteDescriptor, descriptor);
  if (read.success) return read.output;
  throw new Error(read.issues.map((issue) => `${v.getDotPath(issue) ?? 'descriptor'}: ${issue.message}`).join('\n'));
}
