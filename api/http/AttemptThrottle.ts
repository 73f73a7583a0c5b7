import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { failedAttempts } from '../db/schema/members.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { tooManyAttempts, type HttpError } from './HttpError.ts';

export interface Attempt {
  scope: 'signIn' | 'track' | 'choosePassword' | 'changePassword' | 'message';
  /** Key that failures are counted under: an address (`addressKey`) or a known device (`deviceCallerKey`). */
  caller: string;
  /** An email address, order id, member id or link token. Only its digest is stored. */
  subject: string;
  /** Limited like `subject`. Tracking puts the order id in `subject`, and the email address here. */
  secondSubject?: string;
}

interface Limit {
  failures: number;
  seconds: number;
}
/** The values are in `passwordThrottle`, `trackOrder` and `sendMessage`. */
export interface AttemptLimits {
  perCaller: Limit;
  /** Limit per subject. All unknown devices share one count; each known device has its own. */
  perSubject: Limit;
  /** How many new callers may still try within `perSubject.seconds` once the subject's limit is reached. */
  extraUnknownCallers: number;
  /** Seconds between new callers once `extraUnknownCallers` is used up. Attacks then only delay the subject's owner. */
  unknownCallerIntervalSeconds?: number;
}

/** Maximum number of waiting attempts per caller: more than a household behind one address needs. */
const waitingOfOneCaller = 20;

/** Refusals of a key before its block is cached. Real people are rarely refused more than twice. */
const refusalsBeforeMemory = 5;
const maxRemembered = 10_000;

const full = () => tooManyAttempts(2);

/** Throttles failed guesses of a secret, per caller and per subject. Known devices go first. */
export class AttemptThrottle {
  readonly #scope: Attempt['scope'];
  readonly #limits: AttemptLimits;
  readonly #callers = new KeyedLimiter({ concurrency: 1, maxWaiting: waitingOfOneCaller, full });
  readonly #all: KeyedLimiter;
  // Unbounded, because each waiting attempt also holds a place in `#all`.
  readonly #subjects = new KeyedLimiter({ concurrency: 1, maxWaiting: Infinity, full });
  readonly #remembered = new WeakMap<Database, BlockCache>();

  constructor(scope: Attempt['scope'], limits: AttemptLimits, queue: { concurrency: number; maxWaiting: number }) {
    this.#scope = scope;
    this.#limits = limits;
    this.#all = new KeyedLimiter({ ...queue, full });
  }

  /** Runs `guess` within the limits and returns its result. Null is a failure; too many failures throw a 429. */
  async attempt<T>(db: Database, about: Omit<Attempt, 'scope'>, guess: () => Promise<T | null>): Promise<T | null> {
    const attempt: Attempt = { scope: this.#scope, ...about };
    const memory = this.#memoryOf(db);
    memory.refuse(keysOf(attempt));
    // One attempt per subject at a time: concurrent ones would all pass before the first failure is counted.
    let task = () => this.#try(db, attempt, guess);
    // Subjects are always locked in the same order, to prevent deadlocks.
    for (const { digest } of subjectsOf(attempt)) {
      const inner = task;
      task = () => this.#subjects.run(inner, { key: digest });
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
    for (const { subject, column, here, strangers } of subjectsOf(attempt)) {
      const wait = await readRetryAfter(db, { ...attempt, subject }, this.#limits, column);
      if (wait.caller > 0) throw memory.note(attempt.caller, wait.caller);
      // Callers who have not failed for this subject may still try, so that attackers cannot lock its owner out.
      if (wait.subject > 0 && wait.failedHere) throw memory.note(here, wait.subject);
      // Attackers may have many addresses, so new callers are limited too.
      if (wait.strangers > 0) throw memory.note(strangers, wait.strangers);
      left = Math.max(left, wait.subject);
    }
    memory.forget(keysOf(attempt));
    const found = await guess();
    if (found !== null) return found;
    await insertFailure(db, attempt);
    if (left > 0) throw tooManyAttempts(left);
    return null;
  }

  #memoryOf(db: Database): BlockCache {
    const memory = this.#remembered.get(db) ?? new BlockCache();
    this.#remembered.set(db, memory);
    return memory;
  }
}

export class BlockCache {
  readonly #refused = new Map<string, { until: number; times: number }>();

  /** Throws a 429 for the longest cached refusal of these keys. */
  refuse(keys: readonly string[]): void {
    const left = keys.map((key) => {
      const known = this.#refused.get(key);
      return known && known.times > refusalsBeforeMemory ? known.until - Date.now() : 0;
    });
    const longest = Math.max(...left);
    if (longest > 0) throw tooManyAttempts(longest / 1000);
  }

  note(key: string, seconds: number): HttpError {
    const times = (this.#refused.get(key)?.times ?? 0) + 1;
    this.#refused.delete(key);
    // Evicts the oldest.
    if (this.#refused.size >= maxRemembered) this.#refused.delete(this.#refused.keys().next().value!);
    this.#refused.set(key, { until: Date.now() + seconds * 1000, times });
    return tooManyAttempts(seconds);
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#refused.delete(key);
  }
}

/** The attempt's subjects, each with the keys under which its refusals are cached. */
function subjectsOf({ caller, subject, secondSubject }: Attempt) {
  const withKeys = (subject: string, column: 'subject' | 'second_subject') => {
    const digest = subjectDigest(subject);
    const here = `${caller} at ${digest}`;
    return { subject, column, digest, here, strangers: isDevice(caller) ? here : `strangers at ${digest}` };
  };
  const first = withKeys(subject, 'subject');
  return secondSubject === undefined ? [first] : [first, withKeys(secondSubject, 'second_subject')];
}

const keysOf = (attempt: Attempt) => [
  attempt.caller,
  ...subjectsOf(attempt).flatMap(({ here, strangers }) => [here, strangers]),
];

const devicePrefix = 'device ';

/** Caller key of a known device. Its prefix keeps it different from every address. */
export const deviceCallerKey = (id: string) => devicePrefix + id;
const isDevice = (caller: string) => caller.startsWith(devicePrefix);

const subjectDigest = (subject: string) => createHash('sha256').update(subject.trim().toLowerCase()).digest('hex');

export async function insertFailure(db: Database, { scope, caller, subject, secondSubject }: Attempt) {
  const second = secondSubject === undefined ? null : subjectDigest(secondSubject);
  await db
    .insert(failedAttempts)
    .values({ scope, address: caller, subject: subjectDigest(subject), secondSubject: second });
}

/** Seconds until each limit allows another attempt, or 0. Each known device has its own count per subject. */
export async function readRetryAfter(
  db: Database,
  { scope, caller, subject }: Omit<Attempt, 'secondSubject'>,
  { perCaller, perSubject, extraUnknownCallers, unknownCallerIntervalSeconds }: AttemptLimits,
  column: 'subject' | 'second_subject' = 'subject',
): Promise<{ caller: number; subject: number; strangers: number; failedHere: boolean }> {
  const isCaller = sql`address = ${caller}`;
  const forSubject = sql`${sql.raw(column)} = ${subjectDigest(subject)}`;
  const strangers = sql`not starts_with(address, ${devicePrefix})`;
  const whose = sql`${forSubject} and ${isDevice(caller) ? isCaller : strangers}`;
  // Another attempt is allowed once the failure at this offset, counted from the newest, has expired.
  const wait = (which: SQL, { failures, seconds }: Limit) => sql`
    coalesce((
      select extract(epoch from at + make_interval(secs => ${seconds}::int) - now())
      from failed_attempts
      where scope = ${scope} and ${which} and at > now() - make_interval(secs => ${seconds}::int)
      order by at desc offset ${failures - 1} limit 1
    ), 0)::float8`;
  // Once the subject's limit is reached, each caller may fail only once, so every further failure is from a new caller.
  const withStrangers = { ...perSubject, failures: perSubject.failures + extraUnknownCallers };
  const strangersWait = wait(whose, withStrangers);
  const sinceLast =
    unknownCallerIntervalSeconds === undefined
      ? strangersWait
      : wait(whose, { failures: 1, seconds: unknownCallerIntervalSeconds });
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
