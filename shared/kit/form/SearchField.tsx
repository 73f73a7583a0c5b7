import { Search, X } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { Kbd } from '../text/Kbd.tsx';
import fieldClasses from './Field.module.css';
import classes from './SearchField.module.css';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** The accessible name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onClear?: () => void;
  /** For the `/` key, which focuses the field. */
  ref: RefObject<HTMLInputElement | null>;
}

/** A search field. Esc clears it; a second Esc leaves it. */
export function SearchField({
  label,
  value,
  onChange,
  onClear = () => onChange(''),
  onKeyDown,
  className = '',
  ref,
  ...more
}: SearchFieldProps) {
  const clear = () => {
    onClear();
    ref.current?.focus();
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    onKeyDown?.(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (value) clear();
    else ref.current?.blur();
  };
  return (
    <div className={`${classes.box} ${className}`} role="search">
      <Search size={16} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <input
        ref={ref}
        type="search"
        className={`${fieldClasses.input} ${classes.input}`}
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        {...more}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={pressed}
      />
      {value ? (
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
