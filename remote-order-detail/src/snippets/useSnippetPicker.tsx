import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { fillSnippet } from 'shared/declaration/fillSnippet';
import { useCall } from 'shared/desk';
import styles from './useSnippetPicker.module.css';

/** In milliseconds. Long, because snippets rarely change. */
const snippetsStaleMs = 5 * 60_000;

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface SnippetPicker {
  order: OrderDetails;
  onText: (text: string, caret: number) => void;
  onEdit: () => void;
}

/**
 * `/` lists snippets, typing filters them, arrows, Enter and Tab choose, and Esc closes the list. Without a match,
 * Enter and Tab keep their meaning. The focus stays in the text (`aria-activedescendant`).
 */
export function useSnippetPicker({ order, onText, onEdit }: SnippetPicker) {
  const listId = useId();
  const [query, setQuery] = useState<SlashQuery | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error } = useCall(remarkCalls.snippets, {}, { enabled: query !== null, staleTime: snippetsStaleMs });
  const found = query ? matching(data?.data ?? [], query.words) : [];
  // "Edit snippets" is the last option.
  const count = found.length + 1;
  const isOffered = found.length > 0 || (query?.words === '' && (data !== undefined || error !== null));
  const active = chosen === null ? (isOffered ? 0 : null) : Math.min(chosen, count - 1);

  const none = query?.words ? 'No snippet title contains these words.' : 'There are no snippets yet.';
  const note = error
    ? 'The snippets could not be loaded.'
    : data
      ? found.length === 0 && none
      : 'Loading the snippets…';

  const leave = () => setQuery(null);
  const look = ({ currentTarget }: SyntheticEvent<TextElement>) => {
    setQuery(queryIn(currentTarget));
    setChosen(null);
  };
  // Moving the caret updates or closes the list, but never opens it.
  const follow = ({ currentTarget }: SyntheticEvent<TextElement>) => {
    const seen = queryIn(currentTarget);
    if (!query || (seen?.at === query.at && seen.words === query.words)) return;
    setQuery((current) => current && seen);
    setChosen(null);
  };
  const take = (index: number) => {
    const text = document.activeElement;
    if (!(text instanceof HTMLTextAreaElement)) return;
    const { value, selectionStart: end } = text;
    const snippet = found[index];
    const begin = query?.at ?? end;
    const filled = snippet ? fillSnippet(snippet.text, order) : '';
    onText(value.slice(0, begin) + filled + value.slice(end), begin + filled.length);
    leave();
    if (!snippet) onEdit();
  };

  const onKeyDown = (event: KeyboardEvent<TextElement>) => {
    if (!query || event.ctrlKey || event.metaKey || event.altKey) return;
    const takeActive = active === null ? undefined : () => take(active);
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
      return;
    }
    act();
    event.preventDefault();
    event.stopPropagation();
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
    list: query && <SnippetList id={listId} snippets={found} active={active} note={note} onTake={take} />,
  };
}

const queryIn = ({ value, selectionStart }: TextElement) => slashQuery(value, selectionStart ?? value.length);

interface SnippetListProps {
  id: string;
  snippets: readonly RemarkSnippet[];
  /** The index of the active option, or null. */
  active: number | null;
  note: string | false;
  onTake: (index: number) => void;
}

function SnippetList({ id, snippets, active, note, onTake }: SnippetListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    className: styles.option,
    // Not on click, to keep focus and caret in the text.
    onMouseDown: (event: SyntheticEvent) => {
      event.preventDefault();
      onTake(index);
    },
  });

  return (
    <div className={styles.box}>
      <ul ref={list} id={id} role="listbox" aria-label="Snippets" className={styles.list}>
        {snippets.map((snippet, index) => (
          <li key={snippet.id} {...option(index)}>
            <b dir="auto">{snippet.title}</b> {!snippet.own && <span className="hint">Team</span>}
            <span dir="auto" className={styles.text}>
              {snippet.text}
            </span>
          </li>
        ))}
        <li {...option(snippets.length)}>Edit snippets…</li>
      </ul>
      <p role="status" className={styles.note}>
        {note}
      </p>
    </div>
  );
}

interface SlashQuery {
  at: number;
  words: string;
}

/** A slash counts only at the start of a word: not in "and/or" or "paid / refunded". */
export function slashQuery(text: string, caret: number): SlashQuery | null {
  const match = /(?:^|\s)\/((?:[^/\s][^/\n]{0,39})?)$/.exec(text.slice(0, caret));
  return match ? { at: caret - match[1]!.length - 1, words: match[1]! } : null;
}

/** Snippets whose title contains every word, ignoring case. */
export function matching(snippets: readonly RemarkSnippet[], words: string): RemarkSnippet[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return snippets.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
