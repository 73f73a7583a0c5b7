import PQueue from 'p-queue';

const longestPauseSeconds = 600;

export interface ProviderRateLimiter {
  turn: (options: { priority: number; signal: AbortSignal }) => Promise<void>;
  /** Pauses all calls after a 429, for Retry-After or with exponential backoff. */
  pause: (retryAfterSeconds: number | null) => void;
  /** Resets the backoff. */
  answered: () => void;
}

export function providerRateLimiter(perSecond: number | null): ProviderRateLimiter {
  const turns = new PQueue(perSecond === null ? {} : { intervalCap: 1, interval: 1_000 / perSecond });
  let pauses = 0;
  let pausedUntil = 0;
  let timer: NodeJS.Timeout;
  return {
    turn: (options) => turns.add(async () => {}, options),
    pause(retryAfterSeconds) {
      // Concurrent calls that are refused together count as one refusal.
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
