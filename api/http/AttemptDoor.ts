import type { Database } from '../db/database.ts';
import {
  insertFailure,
  isDevice,
  readWaits,
  subjectDigest,
  type Attempt,
  type AttemptLimits,
} from './attemptQueries.ts';
import { BoundedQueue } from './BoundedQueue.ts';
import { tooManyAttempts } from './Refusal.ts';
import { RememberedRefusals } from './RememberedRefusals.ts';
import { Turns } from './Turns.ts';

/** So many attempts of one caller may wait: more than anybody makes who is one person, or a household. */
const waitingOfOneCaller = 20;

/**
 * Where those come who have to know something: a password, an order's e-mail. It keeps the limits of failures, and the
 * machine for others: one attempt of a caller at a time, a few of all callers, and a known device before strangers.
 */
export class AttemptDoor {
  readonly #scope: Attempt['scope'];
  readonly #limits: AttemptLimits;
  readonly #callers = new Turns(waitingOfOneCaller);
  // Those that wait here have a place in the queue, so there are never more than that.
  readonly #subjects = new Turns(Infinity);
  readonly #queue: BoundedQueue;
  readonly #remembered = new WeakMap<Database, RememberedRefusals>();

  constructor(scope: Attempt['scope'], limits: AttemptLimits, places: { atOnce: number; waiting: number }) {
    this.#scope = scope;
    this.#limits = limits;
    this.#queue = new BoundedQueue(places);
  }

  /** Does `look` within the limits, and answers what it found. Null is a failure; too many are a 429. */
  async enter<T>(db: Database, about: Omit<Attempt, 'scope'>, look: () => Promise<T | null>): Promise<T | null> {
    const attempt: Attempt = { scope: this.#scope, ...about };
    const first = isDevice(attempt.caller);
    this.#refuseRemembered(db, attempt);
    // One at a time: attempts sent all at once would otherwise all pass before the first failure.
    return this.#callers.take(attempt.caller, async () => {
      this.#refuseRemembered(db, attempt);
      return this.#queue.run(
        () => this.#subjects.take(subjectDigest(attempt.subject), () => this.#try(db, attempt, look)),
        { first },
      );
    });
  }

  async #try<T>(db: Database, attempt: Attempt, look: () => Promise<T | null>): Promise<T | null> {
    const wait = await readWaits(db, attempt, this.#limits);
    const names = namesOf(attempt);
    if (wait.caller > 0) throw this.#refusal(db, names.caller, wait.caller);
    // The subject's limit must not lock its owner out: a caller who has not failed for it may still be right.
    if (wait.subject > 0 && wait.failedHere) throw this.#refusal(db, names.here, wait.subject);
    // But not without end, for whoever attacks has many addresses.
    if (wait.strangers > 0) throw this.#refusal(db, names.strangers, wait.strangers);
    this.#memoryOf(db).allowed(Object.values(names));

    const found = await look();
    if (found !== null) return found;
    await insertFailure(db, attempt);
    if (wait.subject > 0) throw tooManyAttempts(wait.subject);
    return null;
  }

  #refusal(db: Database, name: string, seconds: number) {
    this.#memoryOf(db).refused(name, seconds);
    return tooManyAttempts(seconds);
  }

  #refuseRemembered(db: Database, attempt: Attempt) {
    const left = this.#memoryOf(db).secondsLeft(Object.values(namesOf(attempt)));
    if (left > 0) throw tooManyAttempts(left);
  }

  #memoryOf(db: Database): RememberedRefusals {
    const known = this.#remembered.get(db) ?? new RememberedRefusals();
    this.#remembered.set(db, known);
    return known;
  }
}

/** What is refused: this caller, this caller at this subject, every new stranger at this subject. */
function namesOf({ caller, subject }: Attempt) {
  const digest = subjectDigest(subject);
  const here = `${caller} at ${digest}`;
  return { caller, here, strangers: isDevice(caller) ? here : `strangers at ${digest}` };
}
