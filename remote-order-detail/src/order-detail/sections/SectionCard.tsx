import type { ReactNode } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { sections, yesCount, type Section, type SectionId } from 'shared/declaration/sections';
import { Card } from 'shared/kit';
import { Tag } from './Tag.tsx';
import styles from './SectionCard.module.css';

interface SectionCardProps {
  /** Its anchor, which the tabs of the head jump to. */
  id: SectionId;
  /** Whose answers it shows: it says how many of them are Yes. */
  order?: OrderDetails;
  /** What stands at the end of the title's line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** One section of the order page: a card that a tab of the head jumps to. */
export function SectionCard({ id, order, beside, children }: SectionCardProps) {
  return (
    <Card
      id={id}
      title={sections[id].title}
      actions={order ? <SectionTags section={sections[id]} order={order} /> : beside}
      padded={false}
      className={styles.card}
    >
      {children}
    </Card>
  );
}

function SectionTags({ section, order }: { section: Section; order: OrderDetails }) {
  const tag = section.tag?.(order);
  const yes = yesCount(section, order);
  return (
    <>
      {tag && <Tag>{tag}</Tag>}
      {yes > 0 && <Tag tone="warn">{yes} answered Yes</Tag>}
    </>
  );
}
