import { Link } from 'react-router-dom';
import { useFolderCounts } from 'shared/desk';
import { Card, StatusIcon } from 'shared/kit';
import { folders, type FolderName } from 'shared/rules/folders';
import classes from './WaitingAndCalls.module.css';

const waiting: readonly FolderName[] = [
  'contactCustomer',
  'customerCalled',
  'awaitingOrder',
  'awaitingGovt',
  'refundOrder',
  'chargeBack',
];

/** The folders in which somebody waits: a customer, the government, a bank. */
export function WaitingAndCalls() {
  const { counts } = useFolderCounts();
  return (
    <Card title="Waiting and calls" padded={false}>
      <ul className={classes.rows}>
        {waiting.map((name) => {
          const { path, link, count, statuses } = folders[name];
          const [status] = statuses;
          return (
            <li key={name}>
              <Link to={path}>
                {status && <StatusIcon status={status} />}
                {link} <span className={classes.count}>{counts?.[count].toLocaleString('en-US')}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
