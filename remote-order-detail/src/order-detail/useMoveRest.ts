import { useMemo, useRef } from 'react';

/** How long after a move a press is none, in ms: the second of two presses that were meant as one (rules 4.11). */
const restMs = 800;

export interface MoveRest {
  /** A move was made, or its answer is on screen. */
  begin: () => void;
  isResting: () => boolean;
}

/** The rest that the moves of an order's page take after each of them, however they are pressed. */
export function useMoveRest(): MoveRest {
  const until = useRef(0);
  return useMemo(
    () => ({
      begin: () => {
        until.current = performance.now() + restMs;
      },
      isResting: () => performance.now() < until.current,
    }),
    [],
  );
}
