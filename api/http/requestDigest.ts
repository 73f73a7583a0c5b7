import { createHmac } from 'node:crypto';
import { derivedKey } from '../signing/derivedKey.ts';
import type { ReceivedFile } from './receiveForm.ts';

/** What a call was given. */
interface Given {
  /** Method and path of the contract. */
  call: string;
  /** The path's parts. */
  params: unknown;
  /** Parsed. */
  input: unknown;
  files: Record<string, ReceivedFile>;
}

/**
 * HMAC-SHA-256, hex, of all that a call was given: the same for the same, in whatever order its fields came. With a key,
 * since a password may be among them: whoever reads the database could try passwords on a bare digest.
 */
export function requestDigest(secret: Uint8Array, { call, params, input, files }: Given): string {
  const contents = Object.fromEntries(Object.entries(files).map(([field, { sha256 }]) => [field, sha256]));
  return createHmac('sha256', derivedKey(secret, 'request digest'))
    .update(inOrder([call, params, input, contents]))
    .digest('hex');
}

/** JSON with the keys of each object in order. */
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
