/**
 * Answers that were asked for before the code that wants them was there: a page begins with the first call of its route and
 * with its remote's manifest, beside its scripts. The desk's calls and the shell's loader take them over, each once.
 *
 * They stand on `window`, since the page's first script is one by itself and shares no module with the rest.
 */
interface EarlyAnswer {
  response: Promise<Response>;
  /** Resolves when `body` is there, or will not be. */
  arrived: Promise<void>;
  /** What it says, parsed; undefined until it is there, and where it is no JSON. */
  body?: unknown;
  token: string | null;
  /** In ms, as `Date.now()` tells. */
  begun: number;
  stop: AbortController;
}

declare global {
  interface Window {
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

interface Taker {
  token?: string | null;
  signal?: AbortSignal | null;
}

/** What nobody took in this time, in ms, was asked for in vain, and is old by then. */
const keptFor = 10_000;

/**
 * Asks for `address` now; with a token as the desk's client does. What is asked for already is not asked for again. Resolves
 * when there is an answer, or will be none; never rejects.
 */
export function askEarly(address: string, token: string | null = null): Promise<void> {
  const early = (window.earlyAnswers ??= new Map());
  const key = addressKey(address);
  const known = early.get(key);
  if (known && isFresh(known) && known.token === token) return known.arrived;
  const stop = new AbortController();
  const headers = token ? { Authorization: token } : undefined;
  const response = fetch(address, { headers, cache: 'no-cache', signal: stop.signal });
  const asked: EarlyAnswer = { response, arrived: Promise.resolve(), token, begun: Date.now(), stop };
  // Whoever takes it over sees its failure; if nobody does, it is nobody's.
  asked.arrived = response
    .then(async (came) => {
      // A refusal is told by whoever takes the answer over, with all that stands in its head.
      if (came.ok) asked.body = await came.clone().json();
    })
    .catch(() => undefined);
  early.set(key, asked);
  return asked.arrived;
}

/**
 * The answer that was asked for early, as `fetch` gives it; null when there is none for this address and token. Taken over
 * once, and given up with `signal`.
 */
export function takeEarly(address: string, { token = null, signal }: Taker = {}): Promise<Response> | null {
  const early = take(address, token);
  if (signal?.aborted) early?.stop.abort(signal.reason);
  signal?.addEventListener('abort', () => early?.stop.abort(signal.reason));
  return early?.response ?? null;
}

/** What an answer says that is here already, parsed; undefined when there is none. Taken over once. */
export function takeArrived(address: string, { token = null }: Taker = {}): unknown {
  const early = window.earlyAnswers?.get(addressKey(address));
  return early?.body === undefined ? undefined : take(address, token)?.body;
}

/** What was asked for and not taken is of before: something has changed since, or nobody will come for it. */
export function forgetEarly() {
  window.earlyAnswers?.clear();
}

function take(address: string, token: string | null): EarlyAnswer | null {
  const key = addressKey(address);
  const early = window.earlyAnswers?.get(key);
  if (!early || early.token !== token) return null;
  window.earlyAnswers?.delete(key);
  return isFresh(early) ? early : null;
}

const isFresh = ({ begun }: EarlyAnswer) => Date.now() - begun <= keptFor;

/** What an address of the API asks for, whatever the order of its query. */
export function addressKey(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.sort();
  return url.href;
}
