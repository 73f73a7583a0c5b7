import { createHash } from 'node:crypto';
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

/** SHA-256, hex, of all that a call was given: the same for the same, in whatever order its fields came. */
export function requestDigest({ call, params, input, files }: Given): string {
  const contents = Object.fromEntries(Object.entries(files).map(([field, { sha256 }]) => [field, sha256]));
  return createHash('sha256')
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
