import { Search as Magnifier, Rows3, Rows4, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { longestSearch } from 'shared/api/listFilter';
import { prefer, usePreferences, useShortcuts } from 'shared/desk';
import { Kbd, SegmentedControl } from 'shared/kit';
import type { Folder } from 'shared/rules/folders';
import type { Search } from './useSearch.ts';
import searchClasses from './ListToolbar.module.css';
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

interface SearchBoxProps {
  search: Search;
  /** What it searches, for who cannot see where it stands. */
  label?: string;
  /** What it looks at. */
  placeholder?: string;
  /** It came because somebody wants to search. */
  focused?: boolean;
}

/** The search of a list: `/` comes here, Enter does not wait, Esc clears and, once more, leaves. */
export function SearchBox({
  search,
  label = 'Search this folder',
  placeholder = 'Order id, name, e-mail or phone',
  focused = false,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const goThere = () => {
    input.current?.focus();
    input.current?.select();
  };
  useShortcuts({ '/': goThere });
  useEffect(() => {
    if (focused) goThere();
  }, [focused]);

  const clear = () => {
    search.clear();
    input.current?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') search.now();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (search.text) clear();
    else input.current?.blur();
  };
  return (
    <div className={searchClasses.box} role="search">
      <Magnifier size={16} strokeWidth={1.75} aria-hidden className={searchClasses.icon} />
      <input
        ref={input}
        type="search"
        name="q"
        className={searchClasses.input}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={longestSearch}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={search.text}
        onChange={({ target }) => search.type(target.value)}
        onKeyDown={pressed}
      />
      {search.text ? (
        <button
          type="button"
          className={searchClasses.clear}
          aria-label="Clear search"
          title="Clear search"
          onClick={clear}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      ) : (
        <span className={searchClasses.key}>
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  );
}
