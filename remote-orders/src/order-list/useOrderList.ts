import { useEffect, useState } from 'react';
import type { Answer, CallInput } from 'shared/api/call';
import { folderCalls, type FoundElsewhere } from 'shared/api/folderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { type CallError, queryClient, queryOptions, useCall, useSession } from 'shared/desk';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { folderNames, type FolderName } from 'shared/rules/folders';
import type { ListPagination } from 'shared/rules/listPagination';

export interface ShownList {
  rows: readonly OrderRow[];
  /** The number of orders in the folder or search. */
  total: number;
  /** Whether there are more: the API stopped counting at `total`. */
  more: boolean;
  /** The page of these rows; differs from the URL's until the next page has loaded. */
  pagination: ListPagination;
  /** The search term; empty without a search. */
  term: string;
  /** Hits in other folders, if this one has few. */
  elsewhere: readonly FoundElsewhere[];
  /** When the rows were loaded, in milliseconds. */
  at: number;
  /** Whether the rows are from an earlier visit. Such rows are inert until refetched. */
  isOld: boolean;
}

/** "12", or "1,000+" if the API stopped counting. */
export const foundCount = ({ total, more }: { total: number; more: boolean }) => `${count(total)}${more ? '+' : ''}`;

interface OrderListAsked {
  folder: FolderName;
  pagination: ListPagination;
  term: string;
  /** Set only in Future Order. */
  month?: Month;
}

// Opening an order keeps its list in the cache; other route changes remove it.
for (const folder of folderNames) queryClient.setQueryDefaults([folder], { gcTime: Infinity });

/** When each folder was last left, in milliseconds. */
const leftAt = new Map<FolderName, number>();

/** Whether an answer is from an earlier visit to the folder. */
export const isFromEarlierVisit = (folder: FolderName, updatedAt: number) => updatedAt < (leftAt.get(folder) ?? 0);

type ListCall = typeof folderCalls.list | typeof folderCalls.search;

/**
 * A page of a folder or a search. Rows stay on screen until the next ones arrive, even after an error: `shown` is null
 * only before the first response. Each page and term has its own cache entry.
 */
export function useOrderList({ folder, pagination, term, month }: OrderListAsked) {
  const userName = useSession((session) => session.user?.name);
  const { page, limit } = pagination;
  const call: ListCall = term ? folderCalls.search : folderCalls.list;
  const input: CallInput<ListCall> = term
    ? { folderName: folder, searchVal: term, month, ...offsetsOf(pagination) }
    : { orderName: folder, page, limit, month, delay: 1, userName };
  const query = useCall<ListCall>(call, input, { isPrefetched: true });
  const [shown, setShown] = useState<ShownList | null>(null);
  useEffect(() => () => void leftAt.set(folder, Date.now()), [folder]);
  const isOld = shown?.isOld;
  const { refetch } = query;
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false });
  }, [isOld, refetch]);

  const answer = query.isPlaceholderData ? undefined : query.data;
  if (answer && (answer.data !== shown?.rows || answer.total !== shown.total || query.dataUpdatedAt !== shown.at)) {
    const { more = false, elsewhere = [] } = answer as Partial<Answer<typeof folderCalls.search>>;
    const at = query.dataUpdatedAt;
    const isOld = isFromEarlierVisit(folder, at);
    setShown({ rows: answer.data, total: answer.total, more, pagination, term, elsewhere, at, isOld });
  }

  return {
    shown,
    error: query.error as CallError | null,
    loading: query.isFetching,
    refresh: () => refetch(),
    remove: (ids: readonly string[]) => {
      const removedIds = new Set(ids);
      queryClient.setQueryData(
        queryOptions<ListCall>(call, input).queryKey,
        (now) =>
          now && {
            ...now,
            data: now.data.filter((row) => !removedIds.has(row.order_id)),
            total: Math.max(0, now.total - ids.length),
          },
      );
    },
  };
}

const offsetsOf = ({ page, limit }: ListPagination) =>
  limit === 'all' ? { start: 0, end: limit } : { start: (page - 1) * limit, end: page * limit };

export type OrderList = ReturnType<typeof useOrderList>;
