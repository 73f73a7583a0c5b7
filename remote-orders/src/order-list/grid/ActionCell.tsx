import type { MouseEvent } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { orderPath } from 'shared/format/orderIdCode';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';

/**
 * View, and Delete for those who may. `tabIndex` is the grid's: it is one tab stop. Plain elements: a long list makes and
 * throws away many of them in every frame that it is scrolled.
 */
export function ActionCell({ row, tabIndex }: { row: OrderRow; tabIndex: 0 | -1 }) {
  const { layout, mayDelete, askDelete, view } = useListContext();
  const id = row.order_id;
  const followed = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    view(row);
  };
  return (
    <span className={classes.actions}>
      <a
        href={orderPath(id)}
        className={classes.view}
        aria-label={`View order ${id}`}
        tabIndex={tabIndex}
        onClick={followed}
      >
        View
      </a>
      {layout.deletes &&
        (mayDelete(row) ? (
          <button
            type="button"
            className={classes.delete}
            aria-label={`Delete order ${id}`}
            title="Delete"
            tabIndex={tabIndex}
            onClick={() => askDelete(row)}
          >
            <Bin />
          </button>
        ) : (
          // This one order may not be deleted: its View stands under the others all the same.
          <span className={classes.noDelete} />
        ))}
    </span>
  );
}

/** lucide's trash-2 in one path: its seven elements were a tenth of what a row costs. */
const Bin = () => (
  <svg viewBox="0 0 24 24" aria-hidden className={classes.bin}>
    <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </svg>
);
