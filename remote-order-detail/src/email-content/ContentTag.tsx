import type { EmailContent } from 'shared/api/documentCalls';
import { mailLook } from '../documents/mailStates.ts';
import { Tag } from '../order-detail/sections/Tag.tsx';

/** What became of the mail, or that nobody has asked for it yet. */
export function ContentTag({ content: { state, reason } }: { content: EmailContent }) {
  if (state === null) return <Tag tone="quiet">Not sent yet</Tag>;
  const { label, icon, tone } = mailLook({ state, reason });
  return (
    <Tag tone={tone} icon={icon}>
      {label}
    </Tag>
  );
}
