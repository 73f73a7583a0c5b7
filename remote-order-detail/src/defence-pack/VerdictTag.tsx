import type { PackVerdict } from 'shared/rules/defencePacks';
import { Tag } from '../order-detail/sections/Tag.tsx';

const tones = { Ready: 'ok', 'Enough to send': 'warn', 'Not useful yet': 'bad' } as const satisfies Record<
  PackVerdict,
  string
>;

/** How useful a pack is, in words. */
export const VerdictTag = ({ verdict }: { verdict: PackVerdict }) => <Tag tone={tones[verdict]}>{verdict}</Tag>;
