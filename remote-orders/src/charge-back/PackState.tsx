import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react';
import type { DisputeRow } from 'shared/api/defencePackCalls';
import type { PackVerdict } from 'shared/rules/defencePacks';
import classes from './Disputes.module.css';

const looks = {
  Ready: { icon: CircleCheck, tone: classes.ready },
  'Enough to send': { icon: CircleDot, tone: classes.enough },
  'Not useful yet': { icon: TriangleAlert, tone: classes.notYet },
} as const satisfies Record<PackVerdict, object>;

/** How useful a pack is, and what it lacks. */
export function PackState({ pack: { verdict, missing } }: { pack: DisputeRow['packs'][number] }) {
  const { icon: Icon, tone } = looks[verdict];
  const [first, ...rest] = missing;
  return (
    <>
      <span className={classes.verdict}>
        <Icon size={14} strokeWidth={2} className={tone} aria-hidden />
        {verdict}
      </span>
      {first && (
        <span className={`${classes.second} ${classes.missing}`} title={missing.join(' · ')}>
          {first}
          {rest.length > 0 && ` and ${rest.length} more`}
        </span>
      )}
    </>
  );
}
