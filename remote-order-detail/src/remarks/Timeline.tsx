import { remarkCalls, type TimelineEntry, type TimelineKind } from 'shared/api/remarkCalls';
import { useCall } from 'shared/desk';
import { historyTime } from 'shared/format/dates';
import { BidiName, RetryNote } from 'shared/kit';
import { useAfter } from 'shared/kit/base';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import { inOutbox } from 'shared/rules/outbox';
import styles from './Timeline.module.css';

/** What happened to an order, newest first. It is read when it is looked at. */
export function Timeline({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useCall(remarkCalls.timeline, { orderId }, { keepPrevious: false });
  const late = useAfter(!data && !error);
  if (error && !data) {
    return (
      <div className={styles.state}>
        <RetryNote onRetry={() => void refetch()}>The timeline could not be loaded.</RetryNote>
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

type Told = Pick<TimelineEntry, 'from' | 'to'>;

const label = (status: string | null) => orderStatus[status as OrderStatus]?.label ?? status ?? '';
const moved = ({ from, to }: Told) => `Moved from ${label(from)} to ${label(to)}`;
const because = (reason: string | null) => (reason ? `: ${reason}` : '');

/** Packs count what is the customer's, and nobody may take the office's own downloads for that. */
function downloaded(origin: string | null): string {
  if (origin === 'staff') return 'Downloaded on the staff’s site';
  return origin === 'public' ? 'Downloaded by the customer' : 'Downloaded';
}

function wrote(origin: string | null): string {
  if (origin === 'staff') return 'Written on the customer’s page, on the staff’s site';
  return origin === 'public' ? 'The customer wrote' : 'Written on the customer’s page';
}

const words: Readonly<Record<TimelineKind, (told: Told) => string>> = {
  received: () => 'Order received',
  payment: () => 'Paid',
  assign: ({ to }) => `Assigned to ${to ?? ''}`,
  release: () => 'Moved to its original folder',
  move: moved,
  promote: moved,
  delete: () => 'Deleted',
  restore: ({ to }) => `Restored to ${label(to)}`,
  refund: () => 'Refunded',
  remark: ({ to }) => `Commented: ${to ?? ''}`,
  upload: ({ to }) => `Uploaded ${to ?? 'a document'}`,
  mail: () => 'Took back an e-mail',
  details: ({ to }) => `Transaction details entered: ${to ?? ''}`,
  withdraw: ({ from, to }) => `Withdrew ${from ?? 'a document'}${because(to)}`,
  undo: () => 'Took back what was done',
  ask: ({ to }) => `Asked the customer: ${to ?? ''}`,
  customer: ({ to, from }) => `${wrote(from)}: ${to ?? ''}`,
  settle: () => 'Dealt with what the customer wrote',
  queued: ({ from, to }) => `E-mail to ${to ?? ''} queued${from ? `. ${from}` : ''}`,
  sent: ({ to, from }) => `E-mail to ${to ?? ''} ${from === inOutbox ? 'written to the outbox' : 'sent'}`,
  failed: ({ to, from }) => `E-mail to ${to ?? ''} failed${because(from)}`,
  unknown: ({ to, from }) => `E-mail to ${to ?? ''}: nobody knows whether it went${because(from)}`,
  delivered: ({ to }) => `E-mail to ${to ?? ''} delivered`,
  opened: ({ to }) => `E-mail to ${to ?? ''} opened, as far as that can be known`,
  bounced: ({ to, from }) => `E-mail to ${to ?? ''} came back${because(from)}`,
  complained: ({ to }) => `E-mail to ${to ?? ''} reported as spam`,
  pack: ({ to, from }) => `Defence Pack ${to ?? ''} made, SHA-256 ${from ?? ''}`,
  download: ({ to, from }) => `${downloaded(from)}${to ? `: ${to.split('-').filter(Boolean).join(', ')}` : ''}`,
};

/** What happened, as a person reads it in the timeline (rules 9.23). */
export const timelineText = ({ kind, from, to }: TimelineEntry): string => words[kind]({ from, to });
