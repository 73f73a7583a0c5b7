import { hkdfSync } from 'node:crypto';

/**
 * A key of its own for each purpose, made from the one secret: what was signed for one purpose is worth nothing for
 * another, whatever its claims say.
 */
export function derivedKey(
  secret: string | Uint8Array,
  purpose: 'session' | 'customer token' | 'file grant' | 'mail grant' | 'device mark' | 'instance' | 'request digest',
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `arrival-desk ${purpose}`, 32));
}
