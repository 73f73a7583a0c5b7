import { ChevronsUp } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { folderCalls } from 'shared/api/folderCalls';
import {
  refreshFolderCounts,
  useCall,
  useFolderCounts,
  useNextMessage,
  useNextOrder,
  useSession,
  useShortcuts,
} from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, Card, FolderIcon, Kbd, RetryNote, SkeletonRows, StatusIcon, StatusLabel } from 'shared/kit';
import { Button, Screen } from 'shared/kit/base';
import { folders, type FolderName } from 'shared/rules/folders';
import { createTrail } from 'shared/rules/listTrail';
import classes from './DashboardScreen.module.css';

const tiles: readonly FolderName[] = ['myOrder', 'newOrder', 'priorityOrder', 'pendingOrder', 'completedOrder'];

/** `/admin`: folder counts, Next order and Next message, the member's newest orders, and waiting folders. */
export function DashboardScreen() {
  const { counts, error } = useFolderCounts();
  return (
    <Screen title="Dashboard">
      <ul className={classes.tiles}>
        {tiles.map((folder) => (
          <li key={folder}>
            <FolderTile folder={folder} />
          </li>
        ))}
      </ul>
      {error && !counts && (
        <RetryNote className={classes.note} onRetry={() => void refreshFolderCounts()}>
          <b>The counts could not be loaded.</b>
        </RetryNote>
      )}
      <div className={classes.two}>
        <Card label={nextOrderTitle} padded={false}>
          <NextOrder />
          <ContinueRows />
        </Card>
        <WaitingAndCalls />
      </div>
    </Screen>
  );
}

const meanings: Partial<Record<FolderName, string>> = {
  myOrder: 'Yours, unfinished',
  newOrder: 'Unassigned',
  priorityOrder: 'Work these first',
  pendingOrder: 'Not paid yet',
  completedOrder: 'Document delivered',
};

function FolderTile({ folder }: { folder: FolderName }) {
  const { path, link, count } = folders[folder];
  const value = useFolderCounts().counts?.[count];
  return (
    <Link className={classes.tile} to={path}>
      <span className={classes.folder}>
        <span className={classes.icon}>
          <ColouredIcon folder={folder} size={16} />
        </span>
        {link}
      </span>{' '}
      <span className={classes.value}>{value?.toLocaleString('en-US')}</span>{' '}
      <span className={classes.meaning}>
        {folder === 'priorityOrder' && value === 0 ? 'None waiting' : meanings[folder]}
      </span>
    </Link>
  );
}

/** The coloured icon of the folder's first status; My Orders and Messages have their own. */
function ColouredIcon({ folder, size }: { folder: FolderName; size: number }) {
  const [status] = folders[folder].statuses;
  return !status || folder === 'myOrder' || folder === 'customerMessages' ? (
    <FolderIcon folder={folder} size={size} strokeWidth={2} />
  ) : (
    <StatusIcon status={status} size={size} strokeWidth={2} />
  );
}

const nextOrderTitle = 'Take the next order';

function NextOrder() {
  const navigate = useNavigate();
  const { take, pending } = useNextOrder((orderId) => void navigate(orderPath(orderId)));
  useShortcuts({ n: () => take(), 'Shift+N': () => take('newOrder') }, { enabled: !pending });
  const noPriority = useFolderCounts().counts?.priorityOrdersCount === 0;
  return (
    <div className={classes.next}>
      <h2>{nextOrderTitle}</h2>
      <p>Assigns you the oldest unclaimed order and opens it.</p>
      <div className={classes.buttons}>
        <Button
          variant={noPriority ? 'outlined' : 'contained'}
          color={noPriority ? 'secondary' : 'primary'}
          disabled={pending || noPriority}
          aria-keyshortcuts={noPriority ? undefined : 'N'}
          startIcon={<ChevronsUp size={16} aria-hidden />}
          onClick={() => take('priorityOrder')}
        >
          Next priority order
          {!noPriority && <Kbd>N</Kbd>}
        </Button>
        <Button
          variant={noPriority ? 'contained' : 'outlined'}
          color={noPriority ? 'primary' : 'secondary'}
          disabled={pending}
          aria-keyshortcuts={noPriority ? 'N Shift+N' : 'Shift+N'}
          startIcon={<StatusIcon status="New" size={16} plain />}
          onClick={() => take('newOrder')}
        >
          Next new order
          <Kbd>{noPriority ? 'N' : 'Shift N'}</Kbd>
        </Button>
        <NextMessage />
      </div>
    </div>
  );
}

function NextMessage() {
  const navigate = useNavigate();
  const { path, count } = folders.customerMessages;
  const { counts } = useFolderCounts();
  const { take, pending } = useNextMessage((orderIds) => {
    const trail = createTrail(orderIds, { at: 0, offset: 0 });
    void navigate(orderPath(orderIds[0]!), { state: { from: path, trail } });
  });
  const waits = pending || counts?.[count] === 0;
  useShortcuts({ m: take }, { enabled: !waits });
  return (
    <Button
      variant="outlined"
      color="secondary"
      disabled={waits}
      aria-keyshortcuts="M"
      startIcon={<FolderIcon folder="customerMessages" />}
      onClick={take}
    >
      Next message
      <Kbd>M</Kbd>
    </Button>
  );
}

const howMany = 5;

/** The member's newest unfinished orders. */
function ContinueRows() {
  const { data, error, refetch, isFetching } = useCall(folderCalls.list, {
    orderName: 'myOrder',
    page: 1,
    limit: howMany,
    delay: 1,
    userName: useSession(({ user }) => user?.name),
  });
  return (
    <div className={classes.continue}>
      <div className={classes.heading}>
        <h3>Your newest orders</h3>
        {data && data.total > howMany && (
          <Link to={folders.myOrder.path}>All {data.total.toLocaleString('en-US')}</Link>
        )}
      </div>
      {data && data.data.length > 0 && (
        <ul className={classes.rows}>
          {data.data.map((order) => (
            <li key={order.order_id}>
              <Link to={orderPath(order.order_id)}>
                <span className={classes.id}>{order.order_id}</span>
                <BidiName className={classes.name} name={order.full_name} />
                <span className={classes.status}>
                  <StatusLabel status={order.process_status} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data?.data.length === 0 && <p className={classes.none}>{folders.myOrder.emptyBecause}</p>}
      {!data && !error && <SkeletonRows rows={howMany} rowHeight={40} />}
      {!data && error && (
        <RetryNote className={classes.failed} retrying={isFetching} onRetry={() => void refetch()}>
          <b>Your orders could not be loaded.</b> {error.message}
        </RetryNote>
      )}
    </div>
  );
}

const waiting: readonly FolderName[] = [
  'customerMessages',
  'contactCustomer',
  'customerCalled',
  'awaitingOrder',
  'awaitingGovt',
  'refundOrder',
  'chargeBack',
];

function WaitingAndCalls() {
  const { counts } = useFolderCounts();
  return (
    <Card title="Waiting and calls" padded={false}>
      <ul className={`${classes.rows} ${classes.folders}`}>
        {waiting.map((name) => {
          const { path, link, count } = folders[name];
          return (
            <li key={name}>
              <Link to={path}>
                <ColouredIcon folder={name} size={14} />
                {link} <span className={classes.count}>{counts?.[count].toLocaleString('en-US')}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
