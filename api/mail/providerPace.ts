import PQueue from 'p-queue';

const longestPauseSeconds = 600;

/** How fast this process begins the calls of a provider. */
export interface ProviderPace {
  /** Resolves when the next call may begin, calls of higher priority first. Rejects once `signal` aborts. */
  turn: (options: { priority: number; signal: AbortSignal }) => Promise<void>;
  /** Holds all turns after "too many", for as long as the provider says, else longer each time. */
  pause: (retryAfterSeconds: number | null) => void;
  /** The provider answered a call: the next pause is a short one again. */
  answered: () => void;
}

/** `perSecond` null: the turns do not wait for each other. */
export function providerPace(perSecond: number | null): ProviderPace {
  const turns = new PQueue(perSecond === null ? {} : { intervalCap: 1, interval: 1_000 / perSecond });
  let pauses = 0;
  let pausedUntil = 0;
  let timer: NodeJS.Timeout;
  return {
    turn: (options) => turns.add(async () => {}, options),
    pause(retryAfterSeconds) {
      // Calls that were under way together are refused together, which is one pause.
      if (!turns.isPaused) pauses += 1;
      const seconds = Math.min(Math.max(retryAfterSeconds ?? 2 ** pauses, 1), longestPauseSeconds);
      pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1_000);
      turns.pause();
      clearTimeout(timer);
      timer = setTimeout(() => turns.start(), pausedUntil - performance.now()).unref();
    },
    answered() {
      if (!turns.isPaused) pauses = 0;
    },
  };
}
