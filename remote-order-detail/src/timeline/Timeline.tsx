import { remarkCalls } from 'shared/api/remarkCalls';
import { queryKeys, useCall } from 'shared/desk';
import { historyTime } from 'shared/format/dates';
import { BidiName } from 'shared/kit';
import { useAfter } from 'shared/kit/base';
import { timelineText } from './timelineText.ts';
import { NotLoaded } from '../order-detail/sections/NotLoaded.tsx';
import styles from './Timeline.module.css';

/** What happened to an order, newest first. It is read when it is looked at. */
export function Timeline({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useCall(
    remarkCalls.timeline,
    { orderId },
    { key: queryKeys.timeline(orderId), keepPrevious: false },
  );
  const late = useAfter(!data && !error);
  if (error && !data) {
    return (
      <div className={styles.state}>
        <NotLoaded onRetry={() => void refetch()}>The timeline could not be loaded.</NotLoaded>
      </div>
    );
  }
  if (!data) return <p className={styles.state}>{late && 'Loading the timeline…'}</p>;
  return (
    <>
      <ol className={styles.list}>
        {data.data.map((entry, index) => (
          <li key={data.data.length - index} className={styles.entry}>
            <time dateTime={entry.at} className={styles.when}>
              {historyTime(entry.at)}
            </time>
            <span dir="auto" className={styles.what}>
              {timelineText(entry)}
            </span>
            {entry.by && <BidiName name={entry.by} className={styles.who} />}
          </li>
        ))}
      </ol>
      {data.more && <p className={styles.state}>The newest {data.data.length} are shown.</p>}
    </>
  );
}
