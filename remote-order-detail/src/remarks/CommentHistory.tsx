import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { RemarkEntry } from 'shared/api/orderDetails';
import { NoRecord } from '../order-detail/sections/NoRecord.tsx';
import { SectionCard } from '../order-detail/sections/SectionCard.tsx';
import { CommentRow } from './CommentRow.tsx';
import styles from './CommentHistory.module.css';

/** Every remark, newest first; the newest is open until somebody hides it. */
export function CommentHistory({ remarks }: { remarks: readonly RemarkEntry[] }) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());

  return (
    <SectionCard id="comments">
      {remarks.length === 0 ? (
        <NoRecord icon={MessageSquare}>Nobody has commented on this order yet.</NoRecord>
      ) : (
        <ol className={styles.list}>
          {remarks.map((remark, index) => {
            const open = chosen.get(remark.id) ?? index === 0;
            const toggle = () => setChosen(new Map(chosen).set(remark.id, !open));
            return <CommentRow key={remark.id} remark={remark} open={open} onToggle={toggle} />;
          })}
        </ol>
      )}
    </SectionCard>
  );
}
