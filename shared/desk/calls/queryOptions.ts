import { queryOptions as typedOptions } from '@tanstack/react-query';
import type { Answer, Call, CallInput } from '../../api/call.ts';
import { given } from '../../api/callAddress.ts';
import type { CallError } from '../../api/send.ts';
import type { FolderName } from '../../rules/folders.ts';
import { send } from '../session/send.ts';
import { aheadMs, queryClient } from './queryClient.ts';

/** The first part of a key, by which changes find a query: a folder, orders, or the rest of the desk. */
type Subject = FolderName | 'order' | 'desk';

/** Calls of one folder that do not name it. */
const folderOfPath: Readonly<Record<string, FolderName | undefined>> = {
  '/admin/get-future-months': 'futureOrder',
  '/admin/disputes': 'chargeBack',
};

function subjectOf(path: string, { orderName, folderName, orderId }: Record<string, string>): Subject {
  const folder = (orderName ?? folderName) as FolderName | undefined;
  return folder ?? folderOfPath[path] ?? (orderId ? 'order' : 'desk');
}

/**
 * How the one cache of server state reads a call. The key is `[subject, path, input]`, its values are texts as in an address,
 * so the shell prefetches a screen's first call under the same key.
 */
export function queryOptions<C extends Call>(call: C, input: CallInput<C>) {
  const said = given(input as Record<string, unknown>).map(([name, value]) => [name, String(value)] as const);
  const texts = Object.fromEntries(said);
  return typedOptions<Answer<C>, CallError>({
    queryKey: [subjectOf(call.path, texts), call.path, texts],
    queryFn: ({ signal }) => send(call, input, { signal }),
  });
}

/** Prefetches a call that a screen will make soon. Never rejects: the screen shows the error. */
export const readAhead = <C extends Call>(call: C, input: CallInput<C>): Promise<void> =>
  queryClient.prefetchQuery({
    ...queryOptions(call, input),
    staleTime: aheadMs,
    gcTime: aheadMs,
    meta: { isAhead: true },
  });

/** The row from which an order is opened; its page shows it while the order loads. */
export const orderRowKey = (orderId: string) => ['order', 'row', orderId] as const;
