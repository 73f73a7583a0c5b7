import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { failedAttempts } from '../db/schema/members.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { tooManyAttempts, type Refusal } from './Refusal.ts';

/** A try at the secret of a subject (an account, an order). */
export interface Attempt {
  scope: 'signIn' | 'track' | 'choosePassword' | 'changePassword' | 'message';
  /** The key of its failures: an address (`addressKey`) or a known device (`deviceCaller`). */
  caller: string;
  /** An e-mail, an order id or the token of a link; only its digest is kept. */
  subject: string;
  /** Another one with the same limits: tracking names an order and an e-mail. */
  secondSubject?: string;
}

/** A number of failures within a number of seconds. */
interface Limit {
  failures: number;
  seconds: number;
}
export interface AttemptLimits {
  /** For one caller, whatever the subject. */
  perCaller: Limit;
  /** For one subject: of all strangers together, or of one known device. */
  perSubject: Limit;
  /** How many strangers more, who have not failed for it, are looked at within the subject's seconds. */
  newStrangers: number;
  /** And beyond those one every so many seconds: who attacks slows its owner down. Without it none is, in those seconds. */
  strangerEvery?: number;
}

/** Attempts of one caller that wait: more than a person or a household makes. */
const waitingOfOneCaller = 20;

/** After this many refusals by the database, the next one comes from memory. A person is refused once or twice. */
const refusalsBeforeMemory = 5;
const maxRemembered = 10_000;

const full = () => tooManyAttempts(2);

/**
 * Throttles failed guesses of a secret, such as a password or an order's e-mail, per caller and per subject. It also
 * keeps the machine for others: one attempt of a caller at a time, a few of all callers, known devices before strangers.
 */
export class LoginThrottle {
  readonly #scope: Attempt['scope'];
  readonly #limits: AttemptLimits;
  readonly #callers = new KeyedLimiter({ atOnce: 1, waiting: waitingOfOneCaller, full });
  readonly #all: KeyedLimiter;
  // Bounded by `#all`: each waiting attempt holds a place there.
  readonly #subjects = new KeyedLimiter({ atOnce: 1, waiting: Infinity, full });
  readonly #remembered = new WeakMap<Database, RefusalMemory>();

  constructor(scope: Attempt['scope'], limits: AttemptLimits, places: { atOnce: number; waiting: number }) {
    this.#scope = scope;
    this.#limits = limits;
    this.#all = new KeyedLimiter({ ...places, full });
  }

  /** Runs `guess` within the limits and returns its result. Null counts as a failure; too many are a 429. */
  async attempt<T>(db: Database, about: Omit<Attempt, 'scope'>, guess: () => Promise<T | null>): Promise<T | null> {
    const attempt: Attempt = { scope: this.#scope, ...about };
    const memory = this.#memoryOf(db);
    memory.refuse(keysOf(attempt));
    // One at a time: attempts sent all at once would otherwise all pass before the first failure.
    let task = () => this.#try(db, attempt, guess);
    // In the same order everywhere, so no two attempts wait for each other.
    for (const { subject } of subjectsOf(attempt)) {
      const inner = task;
      task = () => this.#subjects.run(inner, { key: subjectDigest(subject) });
    }
    return this.#callers.run(
      () => {
        memory.refuse(keysOf(attempt));
        return this.#all.run(task, { first: isDevice(attempt.caller) });
      },
      { key: attempt.caller },
    );
  }

  async #try<T>(db: Database, attempt: Attempt, guess: () => Promise<T | null>): Promise<T | null> {
    const memory = this.#memoryOf(db);
    let left = 0;
    for (const { subject, column } of subjectsOf(attempt)) {
      const wait = await readWaits(db, { ...attempt, subject }, this.#limits, column);
      const keys = subjectKeys(attempt.caller, subject);
      if (wait.caller > 0) throw memory.note(attempt.caller, wait.caller);
      // The subject's limit must not lock its owner out: a caller who has not failed for it may still be right.
      if (wait.subject > 0 && wait.failedHere) throw memory.note(keys.here, wait.subject);
      // But not without end, since an attacker may have many addresses.
      if (wait.strangers > 0) throw memory.note(keys.strangers, wait.strangers);
      left = Math.max(left, wait.subject);
    }
    memory.forget(keysOf(attempt));
    const found = await guess();
    if (found !== null) return found;
    await insertFailure(db, attempt);
    if (left > 0) throw tooManyAttempts(left);
    return null;
  }

  #memoryOf(db: Database): RefusalMemory {
    const memory = this.#remembered.get(db) ?? new RefusalMemory();
    this.#remembered.set(db, memory);
    return memory;
  }
}

/**
 * Repeats the database's refusals without asking it again, for no longer than it said. Each instance of the API may
 * therefore have its own.
 */
export class RefusalMemory {
  readonly #refused = new Map<string, { until: number; times: number }>();

  /** Throws a 429 for the longest remembered refusal of these keys. */
  refuse(keys: readonly string[]): void {
    const left = keys.map((key) => {
      const known = this.#refused.get(key);
      return known && known.times > refusalsBeforeMemory ? known.until - Date.now() : 0;
    });
    const longest = Math.max(...left);
    if (longest > 0) throw tooManyAttempts(longest / 1000);
  }

  /** Notes that the database refused a key, and returns the 429 for it. */
  note(key: string, seconds: number): Refusal {
    const times = (this.#refused.get(key)?.times ?? 0) + 1;
    this.#refused.delete(key);
    // The key refused longest ago makes room.
    if (this.#refused.size >= maxRemembered) this.#refused.delete(this.#refused.keys().next().value!);
    this.#refused.set(key, { until: Date.now() + seconds * 1000, times });
    return tooManyAttempts(seconds);
  }

  /** The database let these keys through. */
  forget(keys: readonly string[]): void {
    for (const key of keys) this.#refused.delete(key);
  }
}

/** The keys of refusals at a subject: for this caller, and for every new stranger. */
function subjectKeys(caller: string, subject: string) {
  const digest = subjectDigest(subject);
  const here = `${caller} at ${digest}`;
  return { here, strangers: isDevice(caller) ? here : `strangers at ${digest}` };
}

const keysOf = (attempt: Attempt) => [
  attempt.caller,
  ...subjectsOf(attempt).flatMap(({ subject }) => Object.values(subjectKeys(attempt.caller, subject))),
];

/** The subjects of an attempt, each with the column that has it in failures. */
const subjectsOf = ({ subject, secondSubject }: Attempt) => [
  { subject, column: 'subject' as const },
  ...(secondSubject === undefined ? [] : [{ subject: secondSubject, column: 'second_subject' as const }]),
];

const devicePrefix = 'device ';

/** How a known device is called among callers: by an id that no address can be. */
export const deviceCaller = (id: string) => devicePrefix + id;
export const isDevice = (caller: string) => caller.startsWith(devicePrefix);

export const subjectDigest = (subject: string) =>
  createHash('sha256').update(subject.trim().toLowerCase()).digest('hex');

export async function insertFailure(db: Database, { scope, caller, subject, secondSubject }: Attempt) {
  const second = secondSubject === undefined ? null : subjectDigest(secondSubject);
  await db
    .insert(failedAttempts)
    .values({ scope, address: caller, subject: subjectDigest(subject), secondSubject: second });
}

/**
 * Seconds until the failures are few enough again, 0 if they are: of the caller; for the subject; of so many strangers
 * that no new one is looked at. And whether this caller is one of those who failed for the subject. The subject's
 * failures are the strangers' for a stranger, and a known device's own for that device.
 *
 * @param column where failures have this subject: it is the first or the second of its attempts
 */
export async function readWaits(
  db: Database,
  { scope, caller, subject }: Omit<Attempt, 'secondSubject'>,
  { perCaller, perSubject, newStrangers, strangerEvery }: AttemptLimits,
  column: 'subject' | 'second_subject' = 'subject',
): Promise<{ caller: number; subject: number; strangers: number; failedHere: boolean }> {
  const isCaller = sql`address = ${caller}`;
  const forSubject = sql`${sql.raw(column)} = ${subjectDigest(subject)}`;
  const strangers = sql`not starts_with(address, ${devicePrefix})`;
  const whose = sql`${forSubject} and ${isDevice(caller) ? isCaller : strangers}`;
  // The failure that must grow old before another try is the last of those that fill the limit.
  const wait = (which: SQL, { failures, seconds }: Limit) => sql`
    coalesce((
      select extract(epoch from at + make_interval(secs => ${seconds}::int) - now())
      from failed_attempts
      where scope = ${scope} and ${which} and at > now() - make_interval(secs => ${seconds}::int)
      order by at desc offset ${failures - 1} limit 1
    ), 0)::float8`;
  // Over the subject's limit each stranger fails once, so what is beyond it are new ones.
  const withStrangers = { ...perSubject, failures: perSubject.failures + newStrangers };
  const strangersWait = wait(whose, withStrangers);
  const sinceLast = strangerEvery === undefined ? strangersWait : wait(whose, { failures: 1, seconds: strangerEvery });
  const { rows } = await db.execute(sql`
    select ${wait(isCaller, perCaller)} as caller, ${wait(whose, perSubject)} as subject,
      case when ${strangersWait} > 0 then ${sinceLast} else 0 end as strangers,
      exists (
        select from failed_attempts
        where scope = ${scope} and ${forSubject} and ${isCaller}
          and at > now() - make_interval(secs => ${perSubject.seconds}::int)
      ) as "failedHere"`);
  return rows[0] as { caller: number; subject: number; strangers: number; failedHere: boolean };
}
