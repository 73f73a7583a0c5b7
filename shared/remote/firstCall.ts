/**
 * The call that a screen makes first, as its remote's descriptor says it: so it can be made before any of the remote's code
 * is there, beside the code on a route change (docs/decisions/21-start-up.md).
 */
import { getAddress } from '../api/callAddress.ts';
import { decodeOrderId } from '../format/orderIdCode.ts';
import type { FirstCall } from './remoteDescriptor.ts';

type Source = FirstCall['input'][string];

interface Asked {
  /** The route's parameters. */
  params: Readonly<Record<string, string | undefined>>;
  /** The address's query. */
  search: URLSearchParams;
  memberName: string | undefined;
}

/**
 * The address of the call, from `/api` on. Null when it cannot be told, or the address asks for more than the call knows
 * of (a search, say): then the screen will ask for something else.
 */
export function firstCallAddress({ path, input }: FirstCall, asked: Asked): string | null {
  const known = new Set(Object.values(input).flatMap((from) => ('query' in from ? [from.query] : [])));
  if ([...asked.search.keys()].some((name) => !known.has(name))) return null;
  const values = Object.entries(input).map(([name, from]) => [name, valueOf(from, asked)] as const);
  if (values.some(([, value]) => value === null)) return null;
  return getAddress({ path }, Object.fromEntries(values));
}

function valueOf(from: Source, { params, search, memberName }: Asked): string | null {
  if ('is' in from) return String(from.is);
  if ('query' in from) return search.get(from.query) ?? String(from.otherwise);
  if ('orderOf' in from) return decodeOrderId(params[from.orderOf] ?? '');
  return memberName ?? null;
}
