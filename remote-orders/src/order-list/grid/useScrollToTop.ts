import { useEffect, useRef, type RefObject } from 'react';
import type { GridApi } from 'shared/kit/table';
import type { ShownList } from '../useOrderList.ts';

/** Other rows begin at their first: a new page, number of rows or search. */
export function useScrollToTop(apiRef: RefObject<GridApi | null>, shown: ShownList | null) {
  const standing = shown && JSON.stringify([shown.place, shown.term]);
  const before = useRef(standing);
  useEffect(() => {
    if (before.current !== null && before.current !== standing) apiRef.current?.scroll({ top: 0 });
    before.current = standing;
  }, [apiRef, standing]);
}
