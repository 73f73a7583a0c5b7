import { Rows3, Rows4 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';
import { setPreferences, takeTypedAhead, usePreferences, useShortcuts } from 'shared/desk';
import { SearchField, SegmentedControl } from 'shared/kit';
import type { Folder } from 'shared/rules/folders';
import { isSearchAsked } from 'shared/rules/listPlace';
import type { Search } from './useSearch.ts';
import classes from './OrderList.module.css';

const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows3 size={15} strokeWidth={1.75} aria-hidden /> },
  { value: 'compact', label: 'Compact', icon: <Rows4 size={15} strokeWidth={1.75} aria-hidden /> },
] as const;

const sortTexts = {
  created_at: 'Newest first',
  processing_date: 'Soonest first',
  customer_wrote_at: 'Longest waiting first',
} as const satisfies Record<Folder['sort']['by'], string>;

interface SearchBoxProps {
  search: Search;
  /** Whether the toolbar was opened for searching, so that the search is focused. */
  focused?: boolean;
  onDown?: () => void;
  onEnter?: (term: string) => void;
}

interface ListToolbarProps extends SearchBoxProps {
  sort: Folder['sort'];
  onFocus: () => void;
  onLeave: () => void;
  ref: Ref<HTMLDivElement>;
}

/** Search, sort order and density. Shown above the rows while none is selected, or during a search. */
export function ListToolbar({ sort, onFocus, onLeave, ref, ...box }: ListToolbarProps) {
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
        // Ignore a blur caused by switching windows.
        if (!currentTarget.contains(relatedTarget ?? document.activeElement)) onLeave();
      }}
    >
      <SearchBox {...box} />
      <span className={`hint ${classes.push} ${classes.wide}`}>{sortTexts[sort.by]}</span>
      <span className={classes.wide}>
        <SegmentedControl
          label="Row height"
          options={densities}
          value={density}
          onChange={(chosen) => setPreferences({ density: chosen })}
        />
      </span>
    </div>
  );
}

/** The search of a list: `/` focuses it, and Enter searches at once. */
export function SearchBox({ search, focused = false, onDown, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const goThere = (selects = true) => {
    input.current?.focus();
    if (selects) input.current?.select();
  };
  useShortcuts({ '/': () => goThere() });
  const { state } = useLocation();
  const isAsked = focused || isSearchAsked(state);
  useEffect(() => {
    if (!isAsked) return;
    const typed = takeTypedAhead();
    if (typed) search.type(typed);
    goThere(typed === '');
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      const term = search.now();
      onEnter?.(term);
    }
    if (event.key === 'ArrowDown' && onDown) {
      event.preventDefault();
      onDown();
    }
  };
  return (
    <SearchField
      ref={input}
      name="q"
      className={classes.search}
      label="Search this folder"
      placeholder="Order ID, name, email or phone"
      maxLength={maxSearchLength}
      value={search.text}
      onChange={search.type}
      onClear={search.clear}
      onKeyDown={pressed}
    />
  );
}
