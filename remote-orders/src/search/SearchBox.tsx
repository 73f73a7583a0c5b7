import { Search as Magnifier, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { longestSearch } from 'shared/api/listFilter';
import { useShortcuts } from 'shared/desk';
import { Kbd } from 'shared/kit';
import classes from './SearchBox.module.css';
import type { Search } from './useSearch.ts';

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
    <div className={classes.box} role="search">
      <Magnifier size={16} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <input
        ref={input}
        type="search"
        name="q"
        className={classes.input}
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
        <button type="button" className={classes.clear} aria-label="Clear search" title="Clear search" onClick={clear}>
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      ) : (
        <span className={classes.key}>
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  );
}
