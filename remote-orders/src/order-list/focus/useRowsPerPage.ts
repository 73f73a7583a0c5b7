import { useEffect, useRef } from 'react';
import type { ShownList } from '../useOrderList.ts';

/** Who chose another number of rows is on the rows once they are here: J, K and Enter would still be the select's. */
export function useRowsPerPage(shown: ShownList | null, toRows: () => void) {
  const limit = shown?.place.limit;
  const before = useRef(limit);
  useEffect(() => {
    const isChosen = before.current !== undefined && limit !== undefined && before.current !== limit;
    before.current = limit ?? before.current;
    if (isChosen && document.activeElement?.matches('[role=combobox]')) toRows();
    // Only other rows bring the focus; `toRows` is new at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [limit]);
}
