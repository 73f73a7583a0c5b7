import { useEffect, useRef, useState } from 'react';
import type { BulkAction } from 'shared/rules/folders';
import { useSession } from 'shared/desk/session/session';
import { runBulk, type BulkEnd, type BulkOutcome } from './runBulk.ts';

export interface BulkProgress {
  action: BulkAction;
  finished: number;
  total: number;
}

/**
 * Runs an action on orders and says how far it is; `progress` is null when none runs. A second one does not start
 * beside it. When the screen is left, what has begun is finished, and no portion begins after that.
 */
export function useBulk() {
  const memberName = useSession((session) => session.user?.name ?? '');
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const ended = useRef<BulkEnd | null>(null);
  useEffect(
    () => () => {
      ended.current ??= 'left';
    },
    [],
  );

  /** Null when another one runs. */
  const run = async (action: BulkAction, ids: readonly string[]): Promise<BulkOutcome | null> => {
    if (progress) return null;
    ended.current = null;
    setProgress({ action, finished: 0, total: ids.length });
    try {
      return await runBulk({
        action,
        ids,
        memberName,
        onProgress: (finished) => setProgress({ action, finished, total: ids.length }),
        ended: () => ended.current,
      });
    } finally {
      setProgress(null);
    }
  };
  const cancel = () => {
    ended.current = 'cancelled';
  };
  return { run, progress, cancel };
}
