import { useState } from 'react';
import { queryClient } from 'shared/state/queryClient';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import type { CallError } from 'shared/api/send';
import type { FolderName } from 'shared/rules/folders';
import { useSession } from 'shared/state/session';
import { useCall } from 'shared/ui/useCall';
import type { ListPlace } from './listAddress.ts';

export interface ShownList {
  rows: readonly OrderRow[];
  /** Of the whole folder. */
  total: number;
  /** Where these rows stand: it lags behind the address until the next page is here. */
  place: ListPlace;
  /** When they came, in ms. */
  at: number;
}

/**
 * One page of a folder. The rows on screen stay until others are here, and also when those do not come:
 * `shown` is null only before the first answer, and `error` says that the newest load failed.
 */
export function useOrderList(folder: FolderName, place: ListPlace) {
  const userName = useSession((session) => session.user?.name);
  const key = [folder, 'list', place.limit, place.page];
  const input = { orderName: folder, page: place.page, limit: place.limit, delay: 1, userName };
  const query = useCall(orderCalls.list, input, { key });
  const [shown, setShown] = useState<ShownList | null>(null);

  const answer = query.isPlaceholderData ? undefined : query.data;
  if (answer && (answer.data !== shown?.rows || answer.total !== shown.total || query.dataUpdatedAt !== shown.at)) {
    setShown({ rows: answer.data, total: answer.total, place, at: query.dataUpdatedAt });
  }

  return {
    shown,
    error: query.error as CallError | null,
    loading: query.isFetching,
    refresh: () => query.refetch(),
    /** Takes rows off the screen at once: what was done to them took them out of this folder. */
    remove: (ids: readonly string[]) => {
      const gone = new Set(ids);
      queryClient.setQueryData<typeof query.data>(
        key,
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

export type OrderList = ReturnType<typeof useOrderList>;
