import { Rows3, Rows4 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';
import { setPreferences, takeTypedAhead, usePreferences, useShortcuts } from 'shared/desk';
import { SearchField, SegmentedControl } from 'shared/kit';
import type { Folder } from 'shared/rules/folders';
import { isSearchAsked } from 'shared/rules/listPagination';
import classes from './OrderList.module.css';
import type { ShownList } from './useOrderList.ts';

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
  /** Whether the toolbar was opened to search. If so, the search box takes the focus. */
  focused: boolean;
  onDown: () => void;
  onEnter: (term: string) => void;
}

interface ListToolbarProps extends SearchBoxProps {
  sort: Folder['sort'];
  onFocus: () => void;
  onLeave: () => void;
  ref: Ref<HTMLDivElement>;
}

/** Search, sort order and density. Shown above the rows while none is selected, and while searching. */
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

/** A list's search box. `/` focuses it, and Enter searches at once. */
export function SearchBox({ search, focused, onDown, onEnter }: SearchBoxProps) {
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
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsked]);

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter(search.now());
    if (event.key === 'ArrowDown') {
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

const debounceMs = 500;

interface Box {
  text: string;
  term: string;
  /** The term that the box last wrote to the URL. */
  wrote: string | null;
  /** The history entry whose term the box shows. */
  entry: string;
}

const termOf = (text: string) => text.trim().slice(0, maxSearchLength);

/**
 * A list's search, kept in the URL (`?q=`), so that links and Back work. Only starting or ending a search adds a
 * history entry. A new term starts at page 1.
 */
export function useSearch() {
  const [address, setAddress] = useSearchParams();
  const term = termOf(address.get('q') ?? '');
  const { key: entry } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [box, setBox] = useState<Box>({ text: term, term, wrote: null, entry });
  if (box.term !== term || box.entry !== entry) {
    // Back and Forward discard typed text; changing the page keeps it.
    const keepsText = box.term === term ? !isBack : box.wrote === term;
    setBox({ text: keepsText ? box.text : term, term, wrote: box.term === term ? box.wrote : null, entry });
  }

  const go = (next: string) => {
    if (next === term) return;
    setBox((now) => ({ ...now, wrote: next }));
    setAddress(
      (now) => {
        const then = new URLSearchParams(now);
        then.delete('page');
        if (next) then.set('q', next);
        else then.delete('q');
        return then;
      },
      { replace: term !== '' && next !== '' },
    );
  };

  const typed = termOf(box.text);
  const waits = typed !== term && box.wrote !== typed;
  const goTyped = useEffectEvent(() => go(typed));
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => goTyped(), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, waits]);

  return {
    term,
    text: box.text,
    type: (text: string) => setBox((now) => ({ ...now, text })),
    /** Searches without the delay, and returns the term. */
    now: () => {
      go(typed);
      return typed;
    },
    clear: () => {
      setBox((now) => ({ ...now, text: '' }));
      go('');
    },
  };
}

export type Search = ReturnType<typeof useSearch>;

/** Calls `onFound` once a search started by Enter has found orders. Returns Enter's handler, which takes the term. */
export function useFoundByEnter(
  shown: ShownList | null,
  typed: string,
  onFound: (total: number) => void,
): (term: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  // Further typing starts another search, so stop waiting for this one.
  if (wanted !== null && typed.trim() !== wanted) setWanted(null);
  const isFound = wanted !== null && shown?.term === wanted;
  const found = useEffectEvent(() => {
    setWanted(null);
    if (wanted !== '' && shown && !shown.isOld && shown.total > 0) onFound(shown.total);
  });
  useEffect(() => {
    if (isFound) found();
  }, [isFound]);
  return setWanted;
}
