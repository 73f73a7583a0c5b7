import { Search } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useShortcuts } from 'shared/desk';
import classes from './Summary.module.css';

interface NameSearchProps {
  /** "nationality" */
  searched: string;
  term: string;
  onChange: (term: string) => void;
}

/** Looks for a text in the rows that are here: `/` comes to it, Esc clears and, once more, leaves. */
export function NameSearch({ searched, term, onChange }: NameSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (term) onChange('');
    else input.current?.blur();
  };
  return (
    <div className={classes.search} role="search">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={`Search by ${searched}`}
        aria-keyshortcuts="/"
        placeholder={searched.charAt(0).toUpperCase() + searched.slice(1)}
        autoComplete="off"
        spellCheck={false}
        value={term}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={pressed}
      />
    </div>
  );
}
