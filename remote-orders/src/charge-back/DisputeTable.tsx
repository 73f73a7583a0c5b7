import { Link, useLocation } from 'react-router-dom';
import type { DisputeRow } from 'shared/api/defencePackCalls';
import { daysLeft } from 'shared/format/daysLeft';
import { listDateTime } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, SkeletonRows } from 'shared/kit';
import { defencePackTypes } from 'shared/rules/defencePacks';
import { PackState } from './PackState.tsx';
import classes from './Disputes.module.css';

interface DisputeTableProps {
  /** Null: they are on their way. */
  rows: readonly DisputeRow[] | null;
  /** As many as the room is kept for. */
  expected: number;
}

const rowHeight = 52;

/** A dispute a row: the order, how long there is to answer, and how useful each pack is. */
export function DisputeTable({ rows, expected }: DisputeTableProps) {
  if (!rows) {
    return (
      <div className={classes.pending} aria-busy="true">
        <SkeletonRows rows={expected} rowHeight={rowHeight} />
      </div>
    );
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Days left</th>
          <th scope="col">Order</th>
          <th scope="col" className={classes.wide}>
            Amount
          </th>
          {defencePackTypes.map((type) => (
            <th key={type} scope="col">
              Defence Pack {type}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DisputeLine key={row.order_id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** Fewer days than this, and the answer is urgent. */
const urgentDays = 5;

function DisputeLine({ row }: { row: DisputeRow }) {
  const { pathname, search } = useLocation();
  const { order_id: orderId, days_left: days } = row;
  return (
    <tr>
      <td>
        <b className={days < 0 ? classes.over : days < urgentDays ? classes.urgent : undefined}>{daysLeft(days)}</b>
        <span className={classes.second}>by {listDateTime(row.respond_by)}</span>
      </td>
      <th scope="row">
        <Link to={orderPath(orderId)} state={{ from: pathname + search }} className={classes.order}>
          {orderId}
        </Link>
        <BidiName name={row.full_name} className={classes.second} />
      </th>
      <td className={classes.wide}>{row.amount ?? '-'}</td>
      {row.packs.map((pack) => (
        <td key={pack.defencePackType}>
          <PackState pack={pack} />
        </td>
      ))}
    </tr>
  );
}
