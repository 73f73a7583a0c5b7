import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { remarkCalls } from 'shared/api/remarkCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { fillSnippet } from 'shared/declaration/fillSnippet';
import { queryKeys, useCall } from 'shared/desk';
import { matching, slashQuery, type SlashQuery } from './slashQuery.ts';
import { SnippetList } from './SnippetList.tsx';

/** Snippets change seldom; milliseconds. */
const freshFor = 5 * 60_000;

/** What a field of the kit has its text in. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement;

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
  const { data, error } = useCall(
    remarkCalls.snippets,
    {},
    { key: queryKeys.snippets(), enabled: query !== null, freshFor },
  );
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
