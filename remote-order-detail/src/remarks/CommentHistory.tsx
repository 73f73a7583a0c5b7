import { MessageCircle } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { RemarkEntry } from 'shared/api/orderDetails';
import { Avatar, BidiName, SegmentedControl } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { LazyDialog } from '../LazyDialog.tsx';
import { Moment } from '../order-detail/Moment.tsx';
import { NoRecord, SectionCard, Tag } from '../order-detail/sections/SectionCard.tsx';
import styles from './CommentHistory.module.css';
import { remarkFlags } from './remarkForm.tsx';

const loadTimeline = () => import('./Timeline.tsx');

const views = [
  { value: 'comments', label: 'Comments' },
  { value: 'timeline', label: 'Timeline' },
] as const;

interface CommentHistoryProps {
  orderId: string;
  remarks: readonly RemarkEntry[];
}

export const CommentHistory = memo(function CommentHistory({ orderId, remarks }: CommentHistoryProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('comments');
  return (
    <SectionCard
      id="comments"
      actions={<SegmentedControl label="Show" options={views} value={view} onChange={setView} />}
    >
      {view === 'comments' && <Comments remarks={remarks} />}
      <LazyDialog load={loadTimeline} show={view === 'timeline'} onFailed={() => setView('comments')}>
        {({ Timeline }) => view === 'timeline' && <Timeline orderId={orderId} />}
      </LazyDialog>
    </SectionCard>
  );
});

function Comments({ remarks }: Pick<CommentHistoryProps, 'remarks'>) {
  if (remarks.length === 0) {
    return <NoRecord icon={MessageCircle}>Nobody has commented on this order yet.</NoRecord>;
  }
  return (
    <ol>
      {remarks.map((remark, index) => (
        <CommentRow key={remark.id} remark={remark} isNewest={index === 0} />
      ))}
    </ol>
  );
}

const shownFlags = [...remarkFlags, { entry: 'report_error', label: 'Report error' }] as const;

/** At first, only the newest comment is open. */
function CommentRow({ remark, isNewest }: { remark: RemarkEntry; isNewest: boolean }) {
  const textId = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? isNewest;
  const flags = shownFlags.filter(({ entry }) => open || remark[entry] === 'Y');

  return (
    <li className={styles.row}>
      <Avatar id={colourNumber(remark.remark_name)} name={remark.remark_name} small />
      <div className={styles.what}>
        <BidiName name={remark.remark_name} className={styles.who} />{' '}
        <span className={styles.when}>
          <Moment at={remark.created_at}>{`${remark.us_date} ${remark.us_time} (EST)`}</Moment>
        </span>
        <p id={textId} dir="auto" className={open ? styles.text : styles.line}>
          {remark.remark}
        </p>
        {flags.length > 0 && (
          <div className={styles.flags}>
            {flags.map(({ entry, label }) => (
              <Tag key={entry} tone={remark[entry] === 'Y' ? 'plain' : 'quiet'}>
                {label} {remark[entry] || 'N'}
              </Tag>
            ))}
          </div>
        )}
      </div>
      <Button
        variant="text"
        size="tiny"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={textId}
        aria-label={`${open ? 'Hide' : 'Show'} comment by ${remark.remark_name}, ${remark.us_date} ${remark.us_time}`}
        onClick={() => setChosen(!open)}
      >
        {open ? 'Hide' : 'Show'}
      </Button>
    </li>
  );
}

/** Derived from the name: remarks have no author id, and names are unique. */
const colourNumber = (name: string) => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
