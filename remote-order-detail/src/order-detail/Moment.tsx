import { inBothZones } from 'shared/format/dates';
import { historyTime } from 'shared/format/newYork';
import { Tooltip } from 'shared/kit';

interface MomentProps {
  /** ISO 8601. */
  at: string;
  /** By default, the time in New York. */
  children?: string;
  /** Set if the column's header states the time zone. */
  zoneSaid?: boolean;
}

/**
 * A time. Hover shows it in UTC and in the reader's own zone. Focus does so only if neither text nor header names a
 * zone.
 */
export function Moment({ at, children = historyTime(at), zoneSaid = /\((EST|UTC)\)$/.test(children) }: MomentProps) {
  const zones = inBothZones(at);
  if (zoneSaid) {
    return (
      <time dateTime={at} title={zones}>
        {children}
      </time>
    );
  }
  return (
    <Tooltip describeChild title={zones}>
      <time dateTime={at} tabIndex={0}>
        {children}
      </time>
    </Tooltip>
  );
}
