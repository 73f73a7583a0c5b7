import type { ByteRange } from '../storage/DocumentStorage.ts';

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.2); null: all of them, since there is no such
 * header, or it is one that may be ignored (another unit, several parts); 'unsatisfiable': 416.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  const [from, to] = [asked[1]!, asked[2]!];
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : 'unsatisfiable';
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}
