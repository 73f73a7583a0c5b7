import { timelineCalls, type TimelineEntry, type TimelineKind } from 'shared/api/timelineCalls';
import { useCall } from 'shared/desk';
import { BidiName, RetryNote } from 'shared/kit';
import { useDelayed } from 'shared/kit/base';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import { outboxReason } from 'shared/rules/outbox';
import { Moment } from '../order-detail/Moment.tsx';
import styles from './Timeline.module.css';

export function Timeline({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useCall(timelineCalls.timeline, { orderId }, { keepPrevious: false });
  const late = useDelayed(!data && !error);
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
      <ol>
        {data.data.map((entry, index) => (
          <li key={data.data.length - index} className={styles.entry}>
            <span className={styles.when}>
              <Moment at={entry.at} />
            </span>
            <span dir="auto" className={styles.what}>
              {timelineText(entry)}
            </span>
            {entry.by && <BidiName name={entry.by} className={styles.who} />}
          </li>
        ))}
      </ol>
      {data.more && <p className={styles.state}>Showing the newest {data.data.length} events.</p>}
    </>
  );
}

type EntryDetails = Pick<TimelineEntry, 'from' | 'to'>;

const label = (status: string | null) => orderStatus[status as OrderStatus]?.label ?? status ?? '';
const moved = ({ from, to }: EntryDetails) => `Moved from ${label(from)} to ${label(to)}`;
const because = (reason: string | null) => (reason ? `: ${reason}` : '');

/** Distinguishes downloads on the staff site, which packs do not list. */
function downloaded(origin: string | null): string {
  if (origin === 'staff') return 'Downloaded on the staff site';
  return origin === 'public' ? 'Downloaded by the customer' : 'Downloaded';
}

function wrote(origin: string | null): string {
  if (origin === 'staff') return 'Sent from the customer page on the staff site';
  return origin === 'public' ? 'The customer wrote' : 'Sent from the customer page';
}

function undid({ from, to }: EntryDetails): string {
  if (to) return `Undid last action: ${to in orderStatus ? `back to ${label(to)}` : `assigned to ${to} again`}`;
  return from ? `Undid last action: no longer assigned to ${from}` : 'Undid last action';
}

const words: Readonly<Record<TimelineKind, (details: EntryDetails) => string>> = {
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
  mail: () => 'Cancelled an email',
  details: ({ to }) => `Transaction details entered: ${to ?? ''}`,
  withdraw: ({ from, to }) => `Withdrew ${from ?? 'a document'}${because(to)}`,
  undo: undid,
  ask: ({ to }) => `Asked the customer: ${to ?? ''}`,
  reply: ({ to }) => `Replied to the customer: ${to ?? ''}`,
  withdrawReply: ({ from }) => `Withdrew the reply: ${from ?? ''}`,
  withdrawQuestion: ({ from }) => `Withdrew the question: ${from ?? ''}`,
  customer: ({ to, from }) => `${wrote(from)}: ${to ?? ''}`,
  settle: () => 'Marked the customer’s messages as handled',
  queued: ({ from, to }) => `Email to ${to ?? ''} queued${from ? `. ${from}` : ''}`,
  sent: ({ to, from }) => `Email to ${to ?? ''} ${from === outboxReason ? 'written to the outbox' : 'sent'}`,
  failed: ({ to, from }) => `Email to ${to ?? ''} failed${because(from)}`,
  unknown: ({ to, from }) => `Email to ${to ?? ''}: not known whether it was sent${because(from)}`,
  delivered: ({ to }) => `Email to ${to ?? ''} delivered`,
  opened: ({ to }) => `Email to ${to ?? ''} opened (not always reliable)`,
  bounced: ({ to, from }) => `Email to ${to ?? ''} bounced${because(from)}`,
  complained: ({ to }) => `Email to ${to ?? ''} reported as spam`,
  pack: ({ to, from }) => `Defence Pack ${to ?? ''} created, SHA-256 ${from ?? ''}`,
  download: ({ to, from }) => `${downloaded(from)}${to ? `: ${to.split('-').filter(Boolean).join(', ')}` : ''}`,
};

/** The text of a timeline's entry (rule 9.23). */
export const timelineText = ({ kind, from, to }: TimelineEntry): string =>
  words[kind as TimelineKind]?.({ from, to }) ?? 'Changed';
