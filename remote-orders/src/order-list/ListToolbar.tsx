import { Rows3, Rows4 } from 'lucide-react';
import type { Ref } from 'react';
import { prefer, usePreferences } from 'shared/desk';
import { SegmentedControl } from 'shared/kit';
import type { Folder } from 'shared/rules/folders';
import { SearchBox } from '../search/SearchBox.tsx';
import type { Search } from '../search/useSearch.ts';
import classes from './OrderList.module.css';

const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows3 size={15} strokeWidth={1.75} aria-hidden /> },
  { value: 'compact', label: 'Compact', icon: <Rows4 size={15} strokeWidth={1.75} aria-hidden /> },
] as const;

interface ListToolbarProps {
  search: Search;
  sort: Folder['sort'];
  /** It came for its search, which has the focus from the beginning. */
  focused: boolean;
  onFocus: () => void;
  /** The focus has gone elsewhere. */
  onLeave: () => void;
  ref: Ref<HTMLDivElement>;
}

/** Above the rows while none is selected, or one searches: the search, the order they stand in, and how close. */
export function ListToolbar({ search, sort, focused, onFocus, onLeave, ref }: ListToolbarProps) {
  const density = usePreferences((preferences) => preferences.density);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label="List"
      className={classes.bar}
      onFocus={onFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window has the focus for now: it comes back to where it was.
        if (!currentTarget.contains(relatedTarget ?? document.activeElement)) onLeave();
      }}
    >
      <SearchBox search={search} focused={focused} />
      <span className={`${classes.hint} ${classes.push} ${classes.wide}`}>
        {sort.direction === 'asc' ? 'Soonest first' : 'Newest first'}
      </span>
      <span className={classes.wide}>
        <SegmentedControl
          label="Row height"
          options={densities}
          value={density}
          onChange={(chosen) => prefer({ density: chosen })}
        />
      </span>
    </div>
  );
}
