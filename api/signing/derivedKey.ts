import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

type Purpose =
  | 'session'
  | 'customer token'
  | 'file grant'
  | 'mail grant'
  | 'device mark'
  | 'instance'
  | 'request digest'
  | 'order site';

/** By secret: a session and each file that an order's page links to are signed with one. */
const derived = new WeakMap<Uint8Array, Map<Purpose, KeyObject>>();

/**
 * A key of its own for each purpose, made from the one secret: what was signed for one purpose is worth nothing for
 * another, whatever its claims say. HKDF with SHA-256 (RFC 5869), 32 bytes, derived once.
 */
export function derivedKey(secret: string | Uint8Array, purpose: Purpose): KeyObject {
  if (typeof secret === 'string') return derive(secret, purpose);
  const keys = derived.get(secret) ?? new Map<Purpose, KeyObject>();
  derived.set(secret, keys);
  const key = keys.get(purpose) ?? derive(secret, purpose);
  keys.set(purpose, key);
  return key;
}

const derive = (secret: string | Uint8Array, purpose: Purpose) =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `arrival-desk ${purpose}`, 32)));
