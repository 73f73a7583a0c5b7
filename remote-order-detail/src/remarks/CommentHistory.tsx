import { MessageSquare } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import type { RemarkEntry } from 'shared/api/orderDetails';
import { Opened } from 'shared/desk';
import { SegmentedControl } from 'shared/kit';
import { NoRecord } from '../order-detail/sections/NoRecord.tsx';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { CommentRow } from './CommentRow.tsx';
import styles from './CommentHistory.module.css';

const loadTimeline = () => import('../timeline/Timeline.tsx');

const views = [
  { value: 'comments', label: 'Comments' },
  { value: 'timeline', label: 'Timeline' },
] as const;

interface CommentHistoryProps {
  orderId: string;
  remarks: readonly RemarkEntry[];
}

/** Every remark, newest first, or all that happened to the order. */
export const CommentHistory = memo(function CommentHistory({ orderId, remarks }: CommentHistoryProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('comments');
  const showComments = useCallback(() => setView('comments'), []);
  return (
    <SectionCard
      id="comments"
      beside={<SegmentedControl label="Show" options={views} value={view} onChange={setView} />}
    >
      {view === 'comments' && <Comments remarks={remarks} />}
      <Opened load={loadTimeline} open={view === 'timeline'} onFailed={showComments}>
        {({ Timeline }, open) => open && <Timeline orderId={orderId} />}
      </Opened>
    </SectionCard>
  );
});

/** The newest is open until somebody hides it. */
function Comments({ remarks }: Pick<CommentHistoryProps, 'remarks'>) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  if (remarks.length === 0) {
    return <NoRecord icon={MessageSquare}>Nobody has commented on this order yet.</NoRecord>;
  }
  return (
    <ol className={styles.list}>
      {remarks.map((remark, index) => {
        const open = chosen.get(remark.id) ?? index === 0;
        const toggle = () => setChosen(new Map(chosen).set(remark.id, !open));
        return <CommentRow key={remark.id} remark={remark} open={open} onToggle={toggle} />;
      })}
    </ol>
  );
}
