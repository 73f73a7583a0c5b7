import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { orderPath } from 'shared/format/orderIdCode';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';

/** View, and Delete for those who may. `tabIndex` is the grid's: it is one tab stop. */
export function ActionCell({ row, tabIndex }: { row: OrderRow; tabIndex: 0 | -1 }) {
  const { layout, mayDelete, askDelete, from, leave } = useListContext();
  const id = row.order_id;
  return (
    <span className={classes.actions}>
      <Link
        to={orderPath(id)}
        state={{ from }}
        onClick={() => leave(id)}
        className={classes.view}
        aria-label={`View order ${id}`}
        tabIndex={tabIndex}
      >
        View
      </Link>
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
            <Trash2 size={15} strokeWidth={1.75} aria-hidden />
          </button>
        ) : (
          // This one order may not be deleted: its View stands under the others all the same.
          <span className={classes.delete} />
        ))}
    </span>
  );
}
