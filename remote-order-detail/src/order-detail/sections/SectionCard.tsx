import type { ReactNode } from 'react';
import { sections, type SectionId } from 'shared/declaration/sections';
import { Card } from 'shared/kit';

interface SectionCardProps {
  /** Its anchor, which the tabs of the head jump to. */
  id: SectionId;
  /** What stands at the end of the title's line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** One section of the order page: a card that a tab of the head jumps to. */
export function SectionCard({ id, beside, children }: SectionCardProps) {
  return (
    <Card id={id} title={sections[id].title} actions={beside} padded={false}>
      {children}
    </Card>
  );
}
