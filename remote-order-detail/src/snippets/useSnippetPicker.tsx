import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { fillSnippet } from 'shared/declaration/fillSnippet';
import { useCall } from 'shared/desk';
import styles from './useSnippetPicker.module.css';

/** Snippets change seldom; milliseconds. */
const freshFor = 5 * 60_000;

/** What a field of the kit has its text in. */
type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface SnippetPicker {
  order: OrderDetails;
  /** Puts the text with the snippet in it into the field, the caret behind the snippet. */
  onText: (text: string, caret: number) => void;
  onEdit: () => void;
}

/**
 * `/` in the text offers the snippets; what is typed behind it narrows them down, arrows and Enter take one, Esc leaves it.
 * While none fits, Enter and Tab are the text's own: a slash may mean a slash. Focus stays in the text: the list is described
 * by `aria-activedescendant`.
 */
export function useSnippetPicker({ order, onText, onEdit }: SnippetPicker) {
  const listId = useId();
  const [query, setQuery] = useState<SlashQuery | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error } = useCall(remarkCalls.snippets, {}, { enabled: query !== null, freshFor });
  const found = query ? matching(data?.data ?? [], query.words) : [];
  // Behind the snippets stands "Edit snippets".
  const count = found.length + 1;
  const isOffered = found.length > 0 || (query?.words === '' && (data !== undefined || error !== null));
  const active = chosen === null ? (isOffered ? 0 : null) : Math.min(chosen, count - 1);

  const leave = () => setQuery(null);
  const look = ({ currentTarget }: SyntheticEvent<TextElement>) => {
    setQuery(queryIn(currentTarget));
    setChosen(null);
  };
  // A caret that goes elsewhere takes the list along or closes it, and never opens one: Esc would not last.
  const follow = ({ currentTarget }: SyntheticEvent<TextElement>) => {
    const seen = queryIn(currentTarget);
    if (!query || (seen?.at === query.at && seen.words === query.words)) return;
    setQuery((current) => current && seen);
    setChosen(null);
  };
  const take = (index: number, { value, selectionStart }: TextElement) => {
    const snippet = found[index];
    const end = selectionStart ?? value.length;
    const begin = query?.at ?? end;
    const filled = snippet ? fillSnippet(snippet.text, order) : '';
    onText(value.slice(0, begin) + filled + value.slice(end), begin + filled.length);
    leave();
    if (!snippet) onEdit();
  };

  /** True: the key was the list's. */
  const onKeyDown = (event: KeyboardEvent<TextElement>): boolean => {
    if (!query || event.ctrlKey || event.metaKey || event.altKey) return false;
    const takeActive = active === null ? undefined : () => take(active, event.currentTarget);
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => setChosen(((active ?? -1) + 1) % count),
      ArrowUp: () => setChosen(((active ?? 0) + count - 1) % count),
      Enter: takeActive,
      Tab: takeActive,
      Escape: leave,
    };
    const act = event.shiftKey ? undefined : acts[event.key];
    if (!act) {
      if (event.key === 'Enter' || event.key === 'Tab') leave();
      return false;
    }
    act();
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    onKeyDown,
    textProps: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': query ? listId : undefined,
      'aria-activedescendant': query && active !== null ? `${listId}-${active}` : undefined,
      onInput: look,
      onSelect: follow,
      onClick: leave,
    },
    leave,
    list: query && (
      <SnippetList
        id={listId}
        snippets={found}
        active={active}
        state={error ? 'failed' : data ? 'here' : 'loading'}
        isNarrowed={query.words !== ''}
        onTake={take}
      />
    ),
  };
}

const queryIn = ({ value, selectionStart }: TextElement) => slashQuery(value, selectionStart ?? value.length);

interface SnippetListProps {
  id: string;
  snippets: readonly RemarkSnippet[];
  /** The option the keys are on; behind the snippets stands "Edit snippets". Null: on none. */
  active: number | null;
  state: 'loading' | 'here' | 'failed';
  isNarrowed: boolean;
  onTake: (index: number, text: TextElement) => void;
}

/** The snippets that `/` offers, above the text they go into. */
function SnippetList({ id, snippets, active, state, isNarrowed, onTake }: SnippetListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  // Pressed, not clicked: the focus, and so the caret, stays in the text.
  const take = (index: number) => (event: MouseEvent) => {
    event.preventDefault();
    const text = document.activeElement;
    if (text instanceof HTMLTextAreaElement) onTake(index, text);
  };
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    className: index === active ? styles.active : styles.option,
    onMouseDown: take(index),
  });

  return (
    <div className={styles.box}>
      <ul ref={list} id={id} role="listbox" aria-label="Snippets" className={styles.list}>
        {snippets.map((snippet, index) => (
          <li key={snippet.id} {...option(index)}>
            <b dir="auto">{snippet.title}</b> {!snippet.own && <span className={styles.whose}>Team</span>}
            <span dir="auto" className={styles.text}>
              {snippet.text}
            </span>
          </li>
        ))}
        <li {...option(snippets.length)}>Edit snippets…</li>
      </ul>
      <p role="status" className={styles.state}>
        {state === 'failed' && 'The snippets could not be loaded.'}
        {state === 'loading' && 'Loading the snippets…'}
        {state === 'here' &&
          snippets.length === 0 &&
          (isNarrowed ? 'No snippet has these words in its title.' : 'There are no snippets yet.')}
      </p>
    </div>
  );
}

/** A slash that was typed to call for a snippet, and what was typed behind it. */
interface SlashQuery {
  /** Where the slash stands in the text. */
  at: number;
  words: string;
}

/** The slash before the caret, if it begins a word: "and/or" calls for nothing, nor does "paid / refunded". */
export function slashQuery(text: string, caret: number): SlashQuery | null {
  const match = /(?:^|\s)\/((?:[^/\s][^/\n]{0,39})?)$/.exec(text.slice(0, caret));
  return match ? { at: caret - match[1]!.length - 1, words: match[1]! } : null;
}

/** The snippets whose title has all the words in it, in any case; without words all of them. */
export function matching(snippets: readonly RemarkSnippet[], words: string): RemarkSnippet[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return snippets.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
