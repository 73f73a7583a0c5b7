import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';

const debounceMs = 500;

interface Box {
  text: string;
  term: string;
  /** The term that the box has just written to the URL. */
  wrote: string | null;
  /** The history entry that the box follows. */
  entry: string;
}

const termOf = (text: string) => text.trim().slice(0, maxSearchLength);

/**
 * A list's search, kept in the URL (`?q=`), so that links and Back work. Starting and ending a search are history
 * entries, typing is not. A new term starts at page 1.
 */
export function useSearch() {
  const [address, setAddress] = useSearchParams();
  const term = termOf(address.get('q') ?? '');
  const { key: entry } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [box, setBox] = useState<Box>({ text: term, term, wrote: null, entry });
  if (box.term !== term || box.entry !== entry) {
    // Back and Forward discard typed text; another page does not.
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
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => go(typed), debounceMs);
    return () => clearTimeout(timer);
    // Only the text restarts the delay.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, waits]);

  return {
    term,
    text: box.text,
    type: (text: string) => setBox((now) => ({ ...now, text })),
    /** Searches without the wait, and returns the term. */
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

/** "12", or "1,000+" if the API stopped counting. */
export const foundCount = ({ total, more }: { total: number; more: boolean }) =>
  `${total.toLocaleString('en-GB')}${more ? '+' : ''}`;
