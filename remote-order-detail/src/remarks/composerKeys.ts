import type { KeyboardEvent } from 'react';

interface ComposerKeys {
  onSend: () => void;
  onMoves: () => void;
  onLeave: () => void;
}

/**
 * The composer's own keys, wherever in it the focus is: Ctrl Enter comments, Ctrl Shift Enter goes to the moves, Esc
 * leaves it, and what was typed stays. A dialog that it opened has its own.
 */
export const composerKeys =
  ({ onSend, onMoves, onLeave }: ComposerKeys) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    const isEnter = event.key === 'Enter' && withCtrl;
    const act = isEnter ? (event.shiftKey ? onMoves : onSend) : event.key === 'Escape' ? onLeave : null;
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  };
