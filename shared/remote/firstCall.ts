/**
 * The call that a screen makes first, as its remote's descriptor says it: the shell makes it while the remote's code is on
 * its way (docs/decisions/21-start-up.md).
 */
import * as v from 'valibot';
import { nothing, type Call } from '../api/call.ts';
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

/** The call itself. The shell does not know the schema of its answer: the screen checks it. */
export const calledFirst = ({ path }: FirstCall) =>
  ({
    method: 'GET',
    path: path as Call['path'],
    needs: 'anyone',
    summary: '',
    input: nothing,
    data: v.unknown(),
  }) as const;

/**
 * The call's input. Null when it cannot be told, or the address asks for more than the call knows of (a search, say):
 * then the screen will ask for something else.
 */
export function firstInput({ input }: FirstCall, asked: Asked): Record<string, string> | null {
  const known = new Set(Object.values(input).flatMap((from) => ('query' in from ? [from.query] : [])));
  if ([...asked.search.keys()].some((name) => !known.has(name))) return null;
  const values = Object.entries(input).map(([name, from]) => [name, valueOf(from, asked)] as const);
  return values.some(([, value]) => value === null) ? null : (Object.fromEntries(values) as Record<string, string>);
}

function valueOf(from: Source, { params, search, memberName }: Asked): string | null {
  if ('is' in from) return String(from.is);
  if ('query' in from) return search.get(from.query) ?? String(from.otherwise);
  if ('orderOf' in from) return decodeOrderId(params[from.orderOf] ?? '');
  return memberName ?? null;
}
