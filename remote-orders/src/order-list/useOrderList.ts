import { useEffect, useState } from 'react';
import type { CallInput } from 'shared/api/call';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { type CallError, queryClient, queryOptions, useCall, useSession } from 'shared/desk';
import type { Month } from 'shared/format/dates';
import { folderNames, type FolderName } from 'shared/rules/folders';
import type { ListPlace } from 'shared/rules/listPlace';

export interface ShownList {
  rows: readonly OrderRow[];
  /** Of the whole folder, or of what the search found. */
  total: number;
  /** The search found more than `total`. */
  more: boolean;
  /** Where these rows stand: it lags behind the address until the next page is here. */
  place: ListPlace;
  /** What was searched for; empty: nothing. */
  term: string;
  /** When they came, in ms. */
  at: number;
  /** Read before this list was left: its rows are inert until they have been read again. */
  isOld: boolean;
}

interface OrderListAsked {
  folder: FolderName;
  place: ListPlace;
  /** Empty: the folder as it is. */
  term?: string;
  /** In Future Order. */
  month?: Month;
}

// A list that was left for an order waits for its return however long that takes: a change of route clears the others.
for (const folder of folderNames) queryClient.setQueryDefaults([folder], { gcTime: Infinity });

/** When the list of each folder was left, in ms. */
const leftAt = new Map<FolderName, number>();

type ListCall = typeof orderCalls.list | typeof orderCalls.search;

/**
 * One page of a folder, or of what a search finds in it. The rows on screen stay until others are here, and also when
 * those do not come: `shown` is null only before the first answer, and `error` says that the newest load failed. Each
 * page and term has a place of its own in the cache, so that a late answer lands where nobody looks any more.
 */
export function useOrderList({ folder, place, term = '', month }: OrderListAsked) {
  const userName = useSession((session) => session.user?.name);
  const { page, limit } = place;
  const call: ListCall = term ? orderCalls.search : orderCalls.list;
  const input: CallInput<ListCall> = term
    ? { folderName: folder, searchVal: term, month, ...offsetsOf(place) }
    : { orderName: folder, page, limit, month, delay: 1, userName };
  const query = useCall<ListCall>(call, input, { isReadAhead: true });
  const [shown, setShown] = useState<ShownList | null>(null);
  useEffect(() => () => void leftAt.set(folder, Date.now()), [folder]);
  const isOld = shown?.isOld;
  const { refetch } = query;
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false });
  }, [isOld, refetch]);

  const answer = query.isPlaceholderData ? undefined : query.data;
  if (answer && (answer.data !== shown?.rows || answer.total !== shown.total || query.dataUpdatedAt !== shown.at)) {
    const more = 'more' in answer && answer.more === true;
    const at = query.dataUpdatedAt;
    setShown({ rows: answer.data, total: answer.total, more, place, term, at, isOld: at < (leftAt.get(folder) ?? 0) });
  }

  return {
    shown,
    error: query.error as CallError | null,
    loading: query.isFetching,
    refresh: () => refetch(),
    /** Takes rows off the screen at once: what was done to them took them out of this folder. */
    remove: (ids: readonly string[]) => {
      const gone = new Set(ids);
      queryClient.setQueryData(
        queryOptions<ListCall>(call, input).queryKey,
        (now) =>
          now && {
            ...now,
            data: now.data.filter((row) => !gone.has(row.order_id)),
            total: Math.max(0, now.total - ids.length),
          },
      );
    },
  };
}

/** Row offsets of a page, as a search wants them. */
const offsetsOf = ({ page, limit }: ListPlace) =>
  limit === 'all' ? { start: 0, end: limit } : { start: (page - 1) * limit, end: page * limit };

export type OrderList = ReturnType<typeof useOrderList>;
