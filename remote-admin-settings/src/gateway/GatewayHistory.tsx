import { History } from 'lucide-react';
import { newestChanges, type GatewayChange } from 'shared/api/gatewayCalls';
import { listDateTime } from 'shared/format/dates';
import { BidiName, Card } from 'shared/kit';
import classes from './Gateway.module.css';

/** The newest changes: when, by whom, from which to which. */
export function GatewayHistory({ changes }: { changes: readonly GatewayChange[] }) {
  return (
    <Card
      title="History"
      padded={false}
      actions={
        changes.length === newestChanges && <span className={classes.quiet}>The newest {newestChanges} changes</span>
      }
    >
      {changes.length === 0 ? (
        <p className={classes.none}>
          <History size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <b>No record found</b> The active gateway has not been changed yet.
          </span>
        </p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Date & Time</th>
              <th scope="col" className={classes.wide}>
                Changed by
              </th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ at, by, from, to }, index) => (
              <tr key={changes.length - index}>
                <td>
                  {listDateTime(at)}
                  <BidiName className={classes.under} name={by} />
                </td>
                <td className={classes.wide}>
                  <BidiName name={by} />
                </td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
