/**
 * A screen's first call, declared in its remote's descriptor: the shell sends it while the screen's code loads
 * (docs/decisions/21-start-up.md).
 */
import * as v from 'valibot';
import { noInput, type Call } from '../api/call.ts';
import { decodeOrderId } from '../format/orderIdCode.ts';
import type { FirstCall } from './remoteDescriptor.ts';

type Source = FirstCall['input'][string];

interface Navigation {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  memberName: string | undefined;
}

/** Accepts any answer, because the screen checks it. */
export const firstCallDefinition = ({ path }: FirstCall) =>
  ({
    method: 'GET',
    path: path as Call['path'],
    needs: 'anyone',
    summary: '',
    input: noInput,
    data: v.unknown(),
  }) as const;

/**
 * The call's input for this URL; null if a value is unknown. Also null if the URL has further parameters, such as a
 * search: the screen then makes a different call.
 */
export function firstCallInput({ input }: FirstCall, request: Navigation): Record<string, string> | null {
  const known = new Set(Object.values(input).flatMap((from) => ('query' in from ? [from.query] : [])));
  if ([...request.search.keys()].some((name) => !known.has(name))) return null;
  const values = Object.entries(input).map(([name, from]) => [name, valueOf(from, request)] as const);
  return values.some(([, value]) => value === null) ? null : (Object.fromEntries(values) as Record<string, string>);
}

function valueOf(from: Source, { params, search, memberName }: Navigation): string | null {
  if ('is' in from) return String(from.is);
  if ('query' in from) return search.get(from.query) ?? String(from.otherwise);
  if ('orderOf' in from) return decodeOrderId(params[from.orderOf] ?? '');
  return memberName ?? null;
}
