import { Rows3, Rows4 } from 'lucide-react';
import type { Ref } from 'react';
import { prefer, usePreferences } from 'shared/state/preferences';
import { SegmentedControl } from 'shared/ui/SegmentedControl';
import classes from './OrderList.module.css';

const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows3 size={15} strokeWidth={1.75} aria-hidden /> },
  { value: 'compact', label: 'Compact', icon: <Rows4 size={15} strokeWidth={1.75} aria-hidden /> },
] as const;

/** Above the rows while none is selected: the order they stand in, and how close. */
export function ListToolbar({ ref }: { ref: Ref<HTMLDivElement> }) {
  const density = usePreferences((preferences) => preferences.density);
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="List" className={classes.bar}>
      <span className={`${classes.hint} ${classes.push}`}>Newest first</span>
      <SegmentedControl
        label="Row height"
        options={densities}
        value={density}
        onChange={(chosen) => prefer({ density: chosen })}
      />
    </div>
  );
}
