import { daysLeft } from 'shared/format/daysLeft';
import { listDateTime } from 'shared/format/dates';

interface DaysLeftProps {
  dispute: { respond_by: string; days_left: number };
}

/** Until when a dispute is to be answered, as far as the desk can know it. */
export function DaysLeft({ dispute: { respond_by, days_left } }: DaysLeftProps) {
  return (
    <>
      <b>{daysLeft(days_left)}</b>
      {days_left < 0 ? ': this dispute was to be answered by ' : ' to answer this dispute, by '}
      {listDateTime(respond_by)} (UTC). The bank’s own letter may name another day, which counts.
    </>
  );
}
