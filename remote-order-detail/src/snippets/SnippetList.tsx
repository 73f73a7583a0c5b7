import { useEffect, useRef, type MouseEvent } from 'react';
import type { RemarkSnippet } from 'shared/api/remarkCalls';
import type { TextElement } from './useSnippetPicker.tsx';
import styles from './SnippetList.module.css';

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
export function SnippetList({ id, snippets, active, state, isNarrowed, onTake }: SnippetListProps) {
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
