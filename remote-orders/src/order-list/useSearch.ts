import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { longestSearch } from 'shared/api/listFilter';

const debounceMs = 500;

interface Box {
  /** What stands in the box. */
  text: string;
  /** The address's term that the box has followed. */
  term: string;
  /** The term that the box has just written into the address: when it arrives there, nobody else has changed it. */
  wrote: string | null;
  /** The history entry that the box has followed. */
  entry: string;
}

const termOf = (text: string) => text.trim().slice(0, longestSearch);

/**
 * A list's search: the term is in the address (`?q=`), so that a link opens just that, and the box follows Back and
 * Forward. Beginning a search and ending it are steps that Back undoes; what is typed between them is not. Another term
 * begins at page 1.
 */
export function useSearch() {
  const [address, setAddress] = useSearchParams();
  const term = termOf(address.get('q') ?? '');
  const { key: entry } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [box, setBox] = useState<Box>({ text: term, term, wrote: null, entry });
  if (box.term !== term || box.entry !== entry) {
    // Back and Forward give up what was typed and not yet searched; another page of the list does not.
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
    // The last letter alone begins the wait anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, waits]);

  return {
    /** What is searched for; empty: nothing. */
    term,
    text: box.text,
    type: (text: string) => setBox((now) => ({ ...now, text })),
    /** Without the wait. */
    now: () => go(typed),
    clear: () => {
      setBox((now) => ({ ...now, text: '' }));
      go('');
    },
  };
}

export type Search = ReturnType<typeof useSearch>;

/** How many a search found, as a person reads it: "12", and "1,000+" when the API counted no further. */
export const foundCount = ({ total, more }: { total: number; more: boolean }) =>
  `${total.toLocaleString('en-GB')}${more ? '+' : ''}`;
